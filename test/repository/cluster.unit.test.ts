import { existsSync, readFileSync } from 'node:fs';
import { loadConfig } from '../../src/app/config.ts';

/** Checks that the files of `deploy/cluster` agree with each other and with the service. */
const read = (name: string): string => readFileSync(`deploy/cluster/${name}`, 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);
const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

const compose = read('compose.yml');
const haproxy = read('haproxy.cfg');
const pgbouncer = read('pgbouncer.ini');
/** Names under `services:`. */
const services = matches(/^services:\n([\s\S]*?)^configs:/m.exec(compose)?.[1] ?? '', /^ {2}([a-z]+\d?):/gm);
const variablesOf = (name: string): string[] => matches(read(name), /^([A-Z_0-9]+)=/gm);
const settings = loadConfig({ DATABASE_URL: 'postgres://calendar@pgbouncer/calendar' });

/** Milliseconds. */
const time = (text: string | undefined): number => {
  const [, number, unit = 's'] = /^(\d+)(ms|s)?$/.exec(text ?? '') ?? [];
  return Number(number) * (unit === 's' ? 1_000 : 1);
};

test('the image copies existing files, and the build context has only those', () => {
  const copied = matches(read('Dockerfile'), /^COPY (.+) \S+$/gm).flatMap((names) => names.split(' '));
  expect(copied.length).toBeGreaterThan(3);
  expect(copied.filter((name) => !existsSync(`deploy/cluster/${name}`))).toEqual([]);
  const [all, ...files] = read('Dockerfile.dockerignore').trim().split('\n').slice(1);
  expect([all, ...files.toSorted()]).toEqual(['*', ...copied.map((name) => `!${name}`).toSorted()]);
  expect(matches(read('Dockerfile'), /^USER (.+)$/gm)).toEqual(['postgres']);
});

test('every host named in a configuration is a service', () => {
  const hosts = unique([
    ...matches(haproxy, /\$\{[A-Z]+\d-([a-z]+\d):\d+\}/g),
    ...matches(compose, /@([a-z]+):\d+\/calendar/g),
    ...matches(compose, /https?:\/\/([a-z]+\d):\d+/g),
    ...matches(compose, /_CONNECT_ADDRESS: ([a-z]+\d):/g),
    ...matches(compose, /PGHOST: (\S+)/g),
    ...matches(pgbouncer, /^calendar = host=(\S+)/gm),
  ]);
  expect(hosts).toEqual(
    unique(services.filter((name) => !['pgbouncer', 'prepare'].includes(name)).concat('pgbouncer')),
  );
});

test('ports in addresses match the ports of the listeners', () => {
  const [primary = '', calendar = ''] = matches(haproxy, /^ +bind "\$\{[A-Z_]+-:(\d+)\}"/gm);
  const [pooler = ''] = matches(pgbouncer, /^listen_port = (\d+)$/gm);
  expect(matches(compose, /@pgbouncer:(\d+)\/calendar/g)).toEqual([pooler]);
  expect(matches(compose, /@haproxy:(\d+)\/calendar/g)).toEqual([primary]);
  expect(matches(pgbouncer, /^calendar = host=haproxy port=(\d+)/gm)).toEqual([primary]);
  expect(matches(compose, /PGPORT: '(\d+)'/g)).toEqual([primary]);
  expect(matches(compose, /PUBLISHED_PORT:-\d+\}:(\d+)$/gm)).toEqual([calendar]);
  expect(unique(matches(haproxy, /-calendar\d:(\d+)\}/g))).toEqual([String(settings.port)]);
  expect(unique(matches(haproxy, /\$\{REST\d_PORT-(\d+)\}/g))).toEqual(
    unique(matches(compose, /PATRONI_RESTAPI_\w+: \S+:(\d+)$/gm)),
  );
});

test('every set variable is read by the service or HAProxy', () => {
  const settingNames = matches(readFileSync('src/app/config.ts', 'utf8'), /^ {2}([A-Z_]+): /gm);
  const calendar = /^x-calendar:[\s\S]*?^services:/m.exec(compose)?.[0] ?? '';
  const set = matches(calendar, /^ {4}([A-Z_]+): /gm);
  expect(set.length).toBeGreaterThan(6);
  expect(set.filter((name) => !settingNames.includes(name))).toEqual([]);
  const understood = matches(haproxy, /\$\{([A-Z_0-9]+)-/g);
  expect(variablesOf('haproxy.env').filter((name) => !understood.includes(name))).toEqual([]);
});

test('systemd units and containers set the same variables of Patroni and etcd', () => {
  expect(unique(variablesOf('database.env'))).toEqual(unique(matches(compose, /^ +(PATRONI_\w+): /gm)));
  expect(unique(variablesOf('etcd.env'))).toEqual(unique(matches(compose, /^ +(ETCD_\w+): /gm)));
});

test('no secret has a value in the repository', () => {
  const written = ['compose.yml', 'database.env', 'pgbouncer.ini', 'patroni.yml'].map(read).join('\n');
  const values = matches(written, /(?:PASSWORD|SECRET_KEY)(?:=|: )(.*)$/gm).map((value) => value.trim());
  expect(values.length).toBeGreaterThan(5);
  expect(values.filter((value) => value !== '' && !value.startsWith('${'))).toEqual([]);
  const inAddresses = unique(matches(compose, /postgres:\/\/calendar:(.+?)@/g));
  expect(inAddresses).toEqual([expect.stringMatching(/^\$\{DATABASE_PASSWORD:\?/)]);
});

test('an instance announces its shutdown for longer than HAProxy needs to notice', () => {
  const [, inter, fall] = /default-server inter (\S+) fall (\d+) rise 1$/m.exec(haproxy) ?? [];
  const [check] = matches(haproxy, /^ +timeout check (\S+)$/gm);
  const noticed = time(inter) * Number(fall) + time(check);
  expect(noticed).toBeGreaterThan(500);
  expect(settings.limits.shutdownDelay).toBeGreaterThan(noticed);
});

test('PgBouncer has a longer timeout than the service, which ends its statements itself', () => {
  const [query] = matches(pgbouncer, /^query_timeout = (\d+)$/gm);
  expect(time(query)).toBeGreaterThan(settings.databaseTimeouts.statement + 1_000);
});
