// Says in one sentence what an older Node would say in a page of syntax errors.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    'Fingerpost needs Node 24 or newer, and this is ' +
      process.version +
      '. Install it, or run "npm ci" without --omit=optional: the optional package "node" brings it along.',
  );
  process.exit(1);
}
