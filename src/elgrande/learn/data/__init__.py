"""Games as data: a compact file of many games, their replay as arrays, exports, data cards."""
