export { stopDatabaseServer as default } from './database-server.ts';
