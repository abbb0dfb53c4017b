import { createServer, type Server } from 'node:net';

export interface ListenAddress {
  host: string;
  port: number;
}

/** The service cannot start; the message is meant for whoever starts it. */
class StartError extends Error {}

/**
 * Whether several processes may listen on the same port, each with a queue of its own, among which the kernel
 * distributes connections. Elsewhere the first process has to accept all of them and pass them on.
 */
const HAS_OWN_QUEUES = ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform);

/**
 * @param shared whether other processes of the service listen there, too
 * @returns the port, which is another one than asked for if that was 0
 * @throws StartError
 */
export async function listenOn(
  server: Server,
  { host, port }: ListenAddress,
  shared = false,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(listenFailure(error, { host, port }))));
    server.listen(
      { port, host, ...(shared && HAS_OWN_QUEUES && { exclusive: true, reusePort: true }) },
      resolve,
    );
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * A port on which several processes can listen: the one that is asked for, if it is free.
 * @throws StartError
 */
export async function freePort(address: ListenAddress): Promise<number> {
  const server = createServer();
  const port = await listenOn(server, address);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: ListenAddress): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another number.`;
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`;
  return `Cannot listen on ${host}, port ${port}: ${error.message}. Check HOST and PORT.`;
}
