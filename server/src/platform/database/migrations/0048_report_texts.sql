-- A text counts by its lead's source, and by its call's team and number, in its own hour.
CREATE OR REPLACE FUNCTION report_source_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform mark_report_call(id) from calls where lead_id = new.id;
  perform mark_report_hour(account_id, created_at) from messages where lead_id = new.id;
  return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION report_call_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'DELETE' then
    perform mark_report_call(new.id);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.started_at, old.previous_call_id) is distinct from (new.started_at, new.previous_call_id) then
    perform mark_report_hour(old.account_id, old.started_at);
    perform mark_report_call(old.previous_call_id);
  end if;
  if tg_op = 'UPDATE' and (old.team_id, old.number_id) is distinct from (new.team_id, new.number_id) then
    perform mark_report_hour(account_id, created_at) from messages where call_id = new.id;
  end if;
  return null;
end $$;--> statement-breakpoint
-- Stored figures may have such a text in its former group, and no speed of leads with a team's delay.
DELETE FROM "report_buckets";
