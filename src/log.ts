import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

const CREDENTIALS = ['authorization', 'cookie', '["x-api-key"]'];

/** One JSON object per line on stderr; stdout stays free for the start-up banner. Credentials never reach a line. */
export function createLogger(level: string): Logger {
  const paths = CREDENTIALS.flatMap((name) =>
    ['headers', 'req.headers', 'request.headers'].map((at) => (name.startsWith('[') ? `${at}${name}` : `${at}.${name}`)),
  );
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '[redacted]' } },
    pino.destination({ dest: 2, sync: true }),
  );
}
