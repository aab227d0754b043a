"""Special actions by family: what each may touch, asks, does, and leaves in a snapshot.

The rest of the rules knows them through `dispatch`, and `announcing` where a Veto may stop them.
"""
