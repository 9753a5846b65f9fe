#!/usr/bin/env node
// Tells a server page views at a steady rate until it is ended: node benches/events/flood.mjs <base> <events a second>
import { hits, load } from './load.mjs';

const [base, rate] = process.argv.slice(2);
await load({ lanes: 32, seconds: 600, next: hits(base), expected: 204, rate: Number(rate) });
