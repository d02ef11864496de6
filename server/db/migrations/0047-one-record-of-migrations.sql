-- Earlier versions also recorded migrations in the tables of a library. `schema_checksum` is the record.
drop table if exists schema_migration, schema_migration_lock;
