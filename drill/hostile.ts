// Everything that a service suffers from strangers and from other accounts, on both stores, while pages and links are
// visited at a steady pace: all known attacks at once, guessed passwords, backups, copies and the largest imports, and a flood
// of requests. Visits must hardly be affected: no failed answer, and a 99th percentile near the idle one.
import { attacks } from './hostile/attacks.ts';
import { disturb, onEach } from './hostile/disturb.ts';
import { flood } from './hostile/flood.ts';
import { guesses } from './hostile/guesses.ts';
import { operations } from './hostile/operations.ts';
import { labelled, type Trial } from './support/findings.ts';

export const hostile: Trial = ({ say, quick }) =>
  onEach(say, async (t, engine, say) => {
    const found = await disturb(t, engine, quick, say, async (databaseUrl) => {
      const troubles = [attacks(t), ...(await guesses(t, databaseUrl))];
      // On SQLite, all of them use the file of the database.
      return engine.dialect === 'sqlite' ? [...troubles, operations(t)] : troubles;
    });
    return [...found, ...labelled('flood', await flood(t, engine, quick, say))];
  });
