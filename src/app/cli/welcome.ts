import { latestPasswordFile } from '../../domain/users/password-file.ts';
import { authorizationHeader } from '../../domain/users/password-hash.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import type { Config } from '../config.ts';
import type { Service } from '../server.ts';

interface Login {
  lines: string[];
  /** A shell expression that evaluates to the password. */
  password: string;
}

async function loginInfo(
  { administrator: { login, password, file, hasPassword } }: Pick<Service, 'administrator'>,
  { adminPassword, dataDir, embedded }: Config,
): Promise<Login> {
  const line = `Login      ${login} with`;
  if (password !== null) {
    const place = file === null ? '' : `, and stored in ${file}`;
    return {
      lines: [
        `${line} the application password ${password}`,
        `           shown this once${place}`,
        `           ${authorizationHeader(login, password)}`,
      ],
      password,
    };
  }
  if (adminPassword !== undefined) return { lines: [`${line} ADMIN_PASSWORD`], password: '$ADMIN_PASSWORD' };
  if (!hasPassword)
    return {
      lines: [
        `Login      ${login}, without an application password: npm run user -- password ${login} --name laptop`,
      ],
      password: 'application password',
    };
  const passwordFile = embedded ? await latestPasswordFile(dataDir) : null;
  if (passwordFile !== null)
    return {
      lines: [`${line} the application password in ${passwordFile}`],
      password: `$(cat '${passwordFile}')`,
    };
  return {
    lines: [`${line} the application password shown at the first start`],
    password: 'application password',
  };
}

/** The start-up banner: addresses, login, and a request that creates the first event. */
export async function welcome(
  service: Pick<Service, 'url' | 'administrator'>,
  config: Config,
  embeddedVersion: string | undefined,
): Promise<string> {
  const site = config.baseUrl ?? service.url;
  const rest = `${site}/${NAMESPACE}`;
  const login = await loginInfo(service, config);
  const lines = [
    'Calendar events service',
    '',
    `Start page ${site}/`,
    `Desk       ${site}/desk`,
    `REST       ${rest}/events`,
    `GraphQL    ${site}/graphql`,
    `API docs   ${site}/docs`,
    ...(embeddedVersion === undefined
      ? []
      : [`Database   embedded PostgreSQL ${embeddedVersion} in ${config.dataDir}`]),
    ...login.lines,
    ...(config.allowAnonymousWrites
      ? [
          '',
          'ATTENTION: ALLOW_ANONYMOUS_WRITES is set. Any client that can reach this service may change everything.',
        ]
      : []),
    '',
    'Create your first event:',
    `  curl '${rest}/events' -u "${service.administrator.login}:${login.password}" \\`,
    `    -d 'title=River walk' -d 'start_date=tomorrow 2pm' -d 'end_date=tomorrow 4pm'`,
    '',
    'Press Ctrl-C to stop the service.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}
