-- Servers of an earlier version can't read sealed secrets. They have a day to stop; a new database has none.
INSERT INTO "settings" ("key", "value")
SELECT 'secrets_sealed_from', to_char((now() + interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
WHERE EXISTS (SELECT FROM "accounts")
ON CONFLICT DO NOTHING;
