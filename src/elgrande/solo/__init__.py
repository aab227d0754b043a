"""Tables without a server: one person's games against bots, in the memory of one browser.

The pages of the browser game ask for the same addresses and send the same frames as ever; here they
are answered by the server's own folds, decisions and messages, without network, database or
accounts. `make static` packs this for Pyodide (docs/play/demo.md). All of it also runs in ordinary
Python, and nothing in it waits: whoever calls it decides when the bots move.
"""
