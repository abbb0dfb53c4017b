// `npm run test:whole`: the tables of which `npm test` asks a sample, whole.
process.env.WHOLE = '1';

export default (await import('./jest.config.js')).default;
