// Vendure as its documentation sets it up for production, in one process: the same catalogue, tracked stock, bearer tokens.
// SQLite runs in the mode ours runs in (write-ahead log, a flush for every commit), so both promise the same.
const { mergeConfig, defaultConfig, dummyPaymentHandler, DefaultLogger, LogLevel, DefaultJobQueuePlugin } = require('@vendure/core');

const { BENCH_DATABASE, BENCH_PORT, BENCH_SYNC } = process.env;
const sqlite = (file) => ({
  type: 'better-sqlite3',
  database: file,
  prepareDatabase: (database) => {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
  },
});
const postgres = (url) => {
  const { hostname, port, pathname, username } = new URL(url);
  return { type: 'postgres', host: hostname, port: Number(port), username, password: '', database: pathname.slice(1), poolSize: 16 };
};

exports.config = mergeConfig(defaultConfig, {
  apiOptions: { port: Number(BENCH_PORT), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  dbConnectionOptions: {
    ...(BENCH_DATABASE.startsWith('postgres') ? postgres(BENCH_DATABASE) : sqlite(BENCH_DATABASE)),
    synchronize: BENCH_SYNC === '1',
    logging: false,
  },
  // Its limits on an order are lifted as ours are, so that a long run meets none.
  orderOptions: { orderItemsLimit: 1e9, orderLineItemsLimit: 1e9 },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    requireVerification: false,
    superadminCredentials: { identifier: 'root@bench', password: 'bench-not-a-secret' },
    cookieOptions: { secret: 'bench' },
  },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [DefaultJobQueuePlugin.init({ useDatabaseForBuffer: false, pollInterval: 1000 })],
});
