import unittest

from tally import count_words


class CountWords(unittest.TestCase):
    def test_counts_each_word(self):
        self.assertEqual(count_words("a b a"), {"a": 2, "b": 1})

    def test_of_nothing_is_nothing(self):
        self.assertEqual(count_words(""), {})


if __name__ == "__main__":
    unittest.main()
