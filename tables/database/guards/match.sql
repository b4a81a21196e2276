-- A match begins with its number, open, with players who sit at its table; and what it began with stays. Once it has ended
-- nothing of it changes, and its winner is one of its players.
CREATE OR REPLACE FUNCTION tables_guard_match() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'match % stands for ever', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'INSERT' THEN
        IF NEW.ended_at IS NOT NULL OR jsonb_array_length(NEW.players) < 2
           OR NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM public.tables_match WHERE table_id = NEW.table_id)
           OR jsonb_array_length(NEW.players) <> (
               SELECT count(DISTINCT stay.id) FROM jsonb_array_elements(NEW.players) AS player
               JOIN public.tables_seating stay ON stay.id = (player ->> 'stay')::bigint
               WHERE stay.table_id = NEW.table_id AND stay.left_at IS NULL) THEN
            RAISE EXCEPTION 'match % does not begin as the next one, with players of its table', NEW.number
                USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'match % is over and stands as it ended', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF (NEW.table_id, NEW.number, NEW.began_at, NEW.first_round)
       IS DISTINCT FROM (OLD.table_id, OLD.number, OLD.began_at, OLD.first_round)
       OR NEW.hands < OLD.hands
       OR (SELECT array_agg(player -> 'stay' ORDER BY player -> 'stay') FROM jsonb_array_elements(NEW.players) AS player)
          IS DISTINCT FROM
          (SELECT array_agg(player -> 'stay' ORDER BY player -> 'stay') FROM jsonb_array_elements(OLD.players) AS player) THEN
        RAISE EXCEPTION 'what match % began with cannot change', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.winner_id IS NOT NULL
       AND NOT NEW.players @> jsonb_build_array(jsonb_build_object('stay', NEW.winner_id)) THEN
        RAISE EXCEPTION 'match % is won by one of its players', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_match BEFORE INSERT OR UPDATE OR DELETE ON tables_match
    FOR EACH ROW EXECUTE FUNCTION tables_guard_match();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_match
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
