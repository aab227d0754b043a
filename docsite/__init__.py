"""The site made from docs/ with Material for MkDocs: what is generated, linked and checked."""
