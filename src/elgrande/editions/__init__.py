"""The editions as data: the cards, the decks made from them, our texts in every language."""
