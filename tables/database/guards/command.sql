-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_command
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_command
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
