import type { Server } from 'node:net';

export interface ListenAddress {
  host: string;
  port: number;
  /** Whether other processes of the service listen there, too: the kernel distributes connections among them. */
  reusePort: boolean;
}

/** The service cannot start; the message is meant for the operator. */
class StartError extends Error {}

/**
 * @returns the port, which is another one than asked for if that was 0
 * @throws StartError
 */
export async function listenOn(server: Server, { host, port, reusePort }: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(listenFailure(error, { host, port }))));
    server.listen({ port, host, reusePort }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<ListenAddress, 'host' | 'port'>,
): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another number.`;
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`;
  if (error.code === 'ENOTSUP')
    return 'On this operating system processes cannot share a port. Set REUSE_PORT to false.';
  return `Cannot listen on ${host}, port ${port}: ${error.message}. Check HOST and PORT.`;
}
