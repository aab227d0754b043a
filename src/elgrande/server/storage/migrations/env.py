"""What Alembic runs: the steps that are missing, within the transaction it is given."""

from alembic import context

from elgrande.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot alter most columns: Alembic then recreates the table.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
