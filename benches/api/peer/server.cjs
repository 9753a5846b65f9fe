const { bootstrap } = require('@vendure/core');
const { config } = require('./config.cjs');

bootstrap(config).then(
  () => console.log('listening'),
  (fault) => {
    console.error(fault);
    process.exit(1);
  },
);
