-- One commit in ten of the shop's transactions that wrote something is refused at COMMIT with 40001, by the server itself.
CREATE SCHEMA chance;
CREATE SEQUENCE chance.lost;
CREATE FUNCTION chance.lose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Once for each transaction, however many rows it wrote.
    IF current_setting('application_name') = 'loses'
        AND current_setting('chance.asked', true) IS DISTINCT FROM pg_current_xact_id()::text
    THEN
        PERFORM set_config('chance.asked', pg_current_xact_id()::text, true);
        IF random() < 0.1 THEN
            -- A sequence keeps its number when the transaction is undone.
            PERFORM nextval('chance.lost');
            RAISE EXCEPTION SQLSTATE '40001' USING MESSAGE = 'a commit of the test is lost';
        END IF;
    END IF;
    RETURN NULL;
END
$$;
DO $$
DECLARE
    one regclass;
BEGIN
    FOR one IN
        SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_sqlx_migrations'
    LOOP
        EXECUTE format(
            'CREATE CONSTRAINT TRIGGER chance_lose AFTER INSERT OR UPDATE OR DELETE ON %s '
            'DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chance.lose()',
            one
        );
    END LOOP;
END
$$;
