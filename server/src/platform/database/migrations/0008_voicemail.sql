ALTER TABLE "calls" ADD COLUMN "voicemail_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "voicemail_seconds" integer;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "greeting_language" text;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "is_voicemail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "outward_call"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "outward_destinations" WHERE "account_id" = NEW."account_id" AND "removed_at" IS NULL) THEN
    RETURN NULL;
  END IF;
  IF OLD."ended_at" IS NULL THEN
    INSERT INTO "outward_events" ("account_id", "type", "lead_id", "call_id", "key", "due_at")
      VALUES (NEW."account_id", 'call_completed', NEW."lead_id", NEW."id", 'call:' || NEW."id",
        CASE WHEN NEW."agent_id" IS NULL OR NEW."result" IS NOT NULL THEN NEW."ended_at" ELSE NEW."ended_at" + interval '15 minutes' END)
      ON CONFLICT ("key") DO NOTHING;
  ELSIF NEW."result" IS DISTINCT FROM OLD."result" OR NEW."voicemail_seconds" IS DISTINCT FROM OLD."voicemail_seconds" THEN
    UPDATE "outward_events" SET "due_at" = LEAST("due_at", NEW."ended_at")
      WHERE "key" = 'call:' || NEW."id" AND "told_at" IS NULL;
    IF NOT FOUND THEN
      INSERT INTO "outward_events" ("account_id", "type", "lead_id", "call_id", "due_at")
        VALUES (NEW."account_id", 'call_updated', NEW."lead_id", NEW."id", NEW."ended_at");
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "outward_call" ON "calls";
--> statement-breakpoint
CREATE TRIGGER "outward_call" AFTER UPDATE OF "ended_at", "result", "voicemail_seconds" ON "calls" FOR EACH ROW WHEN (NEW."ended_at" IS NOT NULL) EXECUTE FUNCTION "outward_call"();
