-- Sitting down and barring wait for each other at the casino's row, the lock of every house act: whichever comes second
-- sees the other. Only players with a card can be barred from elsewhere than their own table.
CREATE OR REPLACE FUNCTION tables_seating_sits_down() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.player_card <> '' THEN
        PERFORM FROM public.tables_casino casino JOIN public.tables_table place ON place.casino_id = casino.id
        WHERE place.id = NEW.table_id FOR SHARE OF casino;
        IF public.tables_is_barred(NEW) THEN
            NEW.barred := TRUE;
            NEW.sitting_out := TRUE;
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER seating_sits_down BEFORE INSERT ON tables_seating
    FOR EACH ROW EXECUTE FUNCTION tables_seating_sits_down();

-- Nobody is let off a bar but by lifting it; and where two write a seat at once, the bar wins.
CREATE OR REPLACE FUNCTION tables_seating_stays_barred() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF OLD.barred AND NOT NEW.barred AND public.tables_is_barred(NEW) THEN
        RAISE EXCEPTION 'the player at seat % is barred until the bar is lifted', OLD.seat
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER seating_stays_barred BEFORE UPDATE OF barred, player_card ON tables_seating
    FOR EACH ROW EXECUTE FUNCTION tables_seating_stays_barred();

-- Rounds name seats, and players are found by when they sat there. The condition keeps the acts of play from asking.
CREATE OR REPLACE FUNCTION tables_seating_stands() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the stay of a player at seat % stands as it was, and ends once', OLD.seat
        USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER seating_stands BEFORE UPDATE ON tables_seating FOR EACH ROW
    WHEN (OLD.left_at IS NOT NULL OR (NEW.table_id, NEW.sat_at, NEW.sit_sequence, NEW.player_card)
          IS DISTINCT FROM (OLD.table_id, OLD.sat_at, OLD.sit_sequence, OLD.player_card))
    EXECUTE FUNCTION tables_seating_stands();

-- A stay is never taken away.
CREATE TRIGGER seating_stays BEFORE DELETE ON tables_seating
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
