"""The counting itself."""


def count_words(text):
    """How often each word occurs, in the order of first occurrence."""
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts
