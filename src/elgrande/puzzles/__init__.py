"""Puzzles: positions of strong games with one clearly best answer, made, checked, explained."""
