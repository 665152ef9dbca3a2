CREATE TABLE "lead_import_parts" (
	"import_id" bigint NOT NULL,
	"n" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "lead_import_parts_import_id_n_pk" PRIMARY KEY("import_id","n")
);
--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "encoding" text;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "claimed_by" text;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivery_error" integer;--> statement-breakpoint
ALTER TABLE "lead_import_parts" ADD CONSTRAINT "lead_import_parts_import_id_lead_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."lead_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_import_lines_lead" ON "lead_import_lines" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "lead_imports_open" ON "lead_imports" USING btree ("claimed_until") WHERE "lead_imports"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "outward_events_call" ON "outward_events" USING btree ("call_id");--> statement-breakpoint
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
  ELSIF NEW."result" IS DISTINCT FROM OLD."result" THEN
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
CREATE FUNCTION "outward_note"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told "outward_events"%ROWTYPE;
BEGIN
  SELECT * INTO told FROM "outward_events" WHERE "key" = 'call:' || NEW."call_id" FOR UPDATE;
  IF FOUND AND told."told_at" IS NOT NULL THEN
    INSERT INTO "outward_events" ("account_id", "type", "lead_id", "call_id", "due_at")
      VALUES (told."account_id", 'call_updated', told."lead_id", NEW."call_id", NEW."created_at");
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "outward_note" AFTER INSERT ON "notes" FOR EACH ROW EXECUTE FUNCTION "outward_note"();
