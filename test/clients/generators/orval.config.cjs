module.exports = {
  calendar: {
    input: { target: './generated/doc.json' },
    output: { target: './generated/orval.ts', client: 'fetch', baseUrl: process.env.REST },
  },
};
