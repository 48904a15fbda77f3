"""What the people who run a server do with its database: backups, checks, records, lists."""
