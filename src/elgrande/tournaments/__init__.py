"""Evenings, leagues and knock-outs: who plays whom next, and how everybody stands.

Pure functions of the entrants, the games played so far and a seed: docs/play/events.md.
"""
