-- psql --set=database=calendar --set=password=… --file=prepare.sql, as superuser on the primary: creates the service's
-- user, its database, and the extension for fast searches. May be run again.
select format('create role calendar login password %L', :'password')
where not exists (select from pg_roles where rolname = 'calendar') \gexec

select format('create database %I owner calendar template template0 encoding ''UTF8''', :'database')
where not exists (select from pg_database where datname = :'database') \gexec

\connect :database
create extension if not exists pg_trgm;
