import sys

from .count import count_words

for word, count in count_words(sys.stdin.read()).items():
    print(f"{count}\t{word}")
