-- Hands are text of two characters a card; one card cannot lie in two of them.
CREATE OR REPLACE FUNCTION tables_cards_are_distinct(hands jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
    SELECT count(*) = count(DISTINCT substr(hand.value, place * 2 + 1, 2))
    FROM jsonb_each_text(hands) AS hand, generate_series(0, length(hand.value) / 2 - 1) AS place
$$;
-- To be added again it would have to be proved of every round: what it says is changed by a migration of its own.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'no_card_in_two_hands') THEN
        ALTER TABLE tables_round ADD CONSTRAINT no_card_in_two_hands
            CHECK (coalesce(play -> 'hands', '{}') = '{}' OR tables_cards_are_distinct(play -> 'hands'));
    END IF;
END $$;

-- What a round was opened with stays, and its state goes forward only. The declared bank alone is put right while the
-- round is played: with the newest flag of the round, which says what it was and what it is (OPS 5.4).
CREATE OR REPLACE FUNCTION tables_guard_round() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.state IN ('closed', 'void') THEN
        RAISE EXCEPTION 'round % is over and stands for ever', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF (NEW.table_id, NEW.number, NEW.rules_id, NEW.opened_at)
       IS DISTINCT FROM (OLD.table_id, OLD.number, OLD.rules_id, OLD.opened_at)
       OR (NEW.designated_id, NEW.designated_seat) IS DISTINCT FROM (OLD.designated_id, OLD.designated_seat) THEN
        RAISE EXCEPTION 'what round % was opened with cannot change', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.bank_declared <> OLD.bank_declared
       AND (NEW.state <> OLD.state OR OLD.state NOT IN ('betting', 'dealt', 'showdown') OR OLD.designated_id IS NULL
            OR NEW.flags IS DISTINCT FROM OLD.flags || jsonb_build_array(jsonb_build_object(
                'code', 'bank_changed', 'before', OLD.bank_declared, 'after', NEW.bank_declared))) THEN
        RAISE EXCEPTION 'the bank of round % is put right only while it is played, and says so', OLD.number
            USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.state = 'settled' AND (NEW.state NOT IN ('settled', 'closed') OR NEW.play IS DISTINCT FROM OLD.play) THEN
        RAISE EXCEPTION 'round % is settled: it is never edited or voided', OLD.number
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state = 'closed' AND OLD.state <> 'settled' THEN
        RAISE EXCEPTION 'round % is closed unsettled', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state = 'settled' AND OLD.state <> 'settled'
       AND NOT EXISTS (SELECT FROM public.tables_settlement WHERE round_id = NEW.id) THEN
        RAISE EXCEPTION 'round % is settled without a settlement', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_round BEFORE UPDATE OR DELETE ON tables_round
    FOR EACH ROW EXECUTE FUNCTION tables_guard_round();

-- A game with a designated player begins with nothing on the layout; draw poker with its antes, and with what a tie
-- left.
CREATE OR REPLACE FUNCTION tables_round_begins() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.state IN ('settled', 'closed', 'void') OR NEW.bank <> NEW.bank_declared
       OR (NEW.pot <> 0 AND EXISTS (SELECT FROM public.tables_rulesversion version
                                    WHERE version.id = NEW.rules_id AND version.document ? 'designation')) THEN
        RAISE EXCEPTION 'round % does not begin open, with its bank and nothing else', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER round_begins BEFORE INSERT ON tables_round
    FOR EACH ROW EXECUTE FUNCTION tables_round_begins();

-- The newest version is the one in force: the act that opens a round may have brought it.
CREATE OR REPLACE FUNCTION tables_round_under_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.rules_id IS DISTINCT FROM (
           SELECT id FROM public.tables_rulesversion WHERE table_id = NEW.table_id ORDER BY number DESC LIMIT 1)
       OR NEW.table_id <> (SELECT table_id FROM public.tables_seating WHERE id = NEW.designated_id) THEN
        RAISE EXCEPTION 'round % is not opened under the rules in force, by a player of its table', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER round_under_rules BEFORE INSERT ON tables_round
    FOR EACH ROW EXECUTE FUNCTION tables_round_under_rules();
