-- What a row was made with stays, it ends once, and then nothing of it changes.
CREATE OR REPLACE FUNCTION tables_bar_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.lifted_at IS NOT NULL
       OR (NEW.casino_id IS DISTINCT FROM OLD.casino_id OR NEW.table_id IS DISTINCT FROM OLD.table_id
       OR NEW.seating_id IS DISTINCT FROM OLD.seating_id OR NEW.player_card IS DISTINCT FROM OLD.player_card
       OR NEW.reason IS DISTINCT FROM OLD.reason OR NEW.words IS DISTINCT FROM OLD.words
       OR NEW.barred_by_id IS DISTINCT FROM OLD.barred_by_id OR NEW.barred_at IS DISTINCT FROM OLD.barred_at) THEN
        RAISE EXCEPTION 'row % of bar stands as it was made, and ends once', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_bar BEFORE UPDATE OR DELETE ON tables_bar
    FOR EACH ROW EXECUTE FUNCTION tables_bar_guard();

-- A row begins open.
CREATE OR REPLACE FUNCTION tables_bar_begins() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.lifted_at IS NOT NULL THEN
        RAISE EXCEPTION 'a row of bar begins open' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER bar_begins BEFORE INSERT ON tables_bar
    FOR EACH ROW EXECUTE FUNCTION tables_bar_begins();

-- Whether a bar that is not lifted applies to a player: this very stay, or their card at the table or in the whole house.
CREATE OR REPLACE FUNCTION tables_is_barred(seating public.tables_seating) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM public.tables_bar bar JOIN public.tables_table place ON place.id = seating.table_id
        WHERE bar.lifted_at IS NULL AND bar.casino_id = place.casino_id
          AND (bar.table_id IS NULL OR bar.table_id = place.id)
          AND (bar.seating_id = seating.id OR (bar.player_card <> '' AND bar.player_card = seating.player_card)))
$$;

-- With its row a bar holds at every seat it applies to, and ends there with its lifting.
CREATE OR REPLACE FUNCTION tables_bar_takes_effect() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.table_id IS NULL THEN
        PERFORM FROM public.tables_casino WHERE id = NEW.casino_id FOR NO KEY UPDATE;
    END IF;
    IF TG_OP = 'INSERT' THEN
        UPDATE public.tables_seating seating SET barred = TRUE, sitting_out = TRUE
        WHERE seating.left_at IS NULL AND NOT seating.barred
          AND (seating.id = NEW.seating_id OR (NEW.player_card <> '' AND seating.player_card = NEW.player_card))
          AND public.tables_is_barred(seating);
    ELSE
        UPDATE public.tables_seating seating SET barred = FALSE
        WHERE seating.left_at IS NULL AND seating.barred
          AND (seating.id = NEW.seating_id OR (NEW.player_card <> '' AND seating.player_card = NEW.player_card))
          AND NOT public.tables_is_barred(seating);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER bar_takes_effect AFTER INSERT OR UPDATE OF lifted_at ON tables_bar
    FOR EACH ROW EXECUTE FUNCTION tables_bar_takes_effect();

-- What only the floor may sign names somebody of the floor, and what belongs together is at one table.
CREATE OR REPLACE FUNCTION tables_bar_of_floor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.casino_id <> (SELECT casino_id FROM public.tables_table WHERE id = NEW.table_id)
       OR NEW.table_id IS DISTINCT FROM
          coalesce((SELECT table_id FROM public.tables_seating WHERE id = NEW.seating_id), NEW.table_id)
       OR (TG_OP = 'INSERT'
           AND (NEW.barred_by_id IS NOT NULL AND NOT public.tables_is_of_floor(NEW.casino_id, NEW.barred_by_id)))
       OR (NEW.lifted_by_id IS NOT NULL AND NOT public.tables_is_of_floor(NEW.casino_id, NEW.lifted_by_id)) THEN
        RAISE EXCEPTION 'a row of bar is of one table, and signed by the floor' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER bar_of_floor BEFORE INSERT OR UPDATE ON tables_bar
    FOR EACH ROW EXECUTE FUNCTION tables_bar_of_floor();
