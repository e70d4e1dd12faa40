// Which passwords are accepted: long enough, and none that guessing programs try first. Those are made by people from a few
// words, keyboard rows and simple endings, so that the rule below covers many more than a list could hold.
import { limits } from '../../../../contract/limits.ts';

const words = new Set(
  `password passwort motdepasse contrasena senha parola passord wachtwoord kennwort pass passcode secret letmein welcome
  willkommen bienvenue admin administrator root user guest test testing demo default changeme access login master superuser
  iloveyou loveyou love lovely princess prince sunshine flower football soccer baseball basketball hockey tennis golf
  monkey dragon tiger lion eagle shadow superman batman spiderman pokemon naruto starwars ninja pirate wizard hunter
  killer jesus christ angel heaven blessed freedom whatever nothing forever family mother father brother sister baby
  summer winter spring autumn january february march april june july august september october november december monday
  tuesday wednesday thursday friday saturday sunday charlie michael jordan jessica ashley daniel thomas robert matthew
  andrew joshua jennifer michelle nicole hannah samantha amanda anthony william george maggie pepper ginger cookie
  chocolate cheese banana apple orange cherry purple yellow silver golden diamond computer internet google facebook
  instagram linkedin youtube microsoft windows samsung iphone android ferrari porsche mercedes mustang corvette harley
  yamaha liverpool arsenal chelsea barcelona manchester madrid london paris berlin newyork texas america canada england
  fingerpost linkinbio mypage`.split(/\s+/),
);
const rows = ['1234567890', '0987654321', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm'];
const runs = [...rows, 'abcdefghijklmnopqrstuvwxyz', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '1q2w3e4r5t6y7u8i9o0p'];
const leet: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

/** Says why a password is rejected; undefined if it is accepted. */
export function passwordProblem(password: string, own: readonly string[] = []): string | undefined {
  const length = [...password].length;
  if (length < limits.passwordMin || length > limits.passwordMax) {
    return `The password must have ${limits.passwordMin} to ${limits.passwordMax} characters.`;
  }
  if (isCommon(password)) return 'This password is easy to guess; choose a less common one.';
  const text = password.toLowerCase();
  const isOwn = own.some((name) => name.length > 2 && core(text) === core(name.toLowerCase()));
  return isOwn ? 'The password must not be your own name or address.' : undefined;
}

function isCommon(password: string): boolean {
  const text = password.toLowerCase();
  if (isRun(text) || isRepeated(text)) return true;
  const plain = core(text);
  // `p@ssw0rd123`, `$unsh1ne`
  const endless = text.replace(/[^\p{L}]+$/u, '');
  return [plain, spelled(plain), spelled(endless)].some(
    (one) => one === '' || words.has(one) || isRun(one) || isPair(one),
  );
}

function spelled(text: string): string {
  return [...text].map((character) => leet[character] ?? character).join('');
}

/** Without digits and punctuation at the start and the end. */
function core(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function isPair(text: string): boolean {
  for (let at = 3; at <= text.length - 3; at += 1) {
    if (words.has(text.slice(0, at)) && words.has(text.slice(at).replace(/^[^\p{L}]+/u, ''))) return true;
  }
  return false;
}

/** Part of a keyboard row or of the alphabet, or several such parts in a row. */
function isRun(text: string): boolean {
  if (text.length < 3) return false;
  let rest = text;
  while (rest !== '') {
    const run = longestRun(rest);
    if (run < 3) return false;
    rest = rest.slice(run);
  }
  return true;
}

function longestRun(text: string): number {
  for (let length = text.length; length >= 3; length -= 1) {
    if (runs.some((run) => run.includes(text.slice(0, length)))) return length;
  }
  return 0;
}

/** `aaaaaaaa`, `abcabcabc`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+.{0,3}$/su.test(text);
}
