"""Small tasks that can be solved exactly: one scoring with secret discs, and the last round."""
