// What both Node and browsers have beside the language itself. The contract is checked without the types of either, so
// that it uses nothing that the other lacks.
declare class URL {
  static canParse(address: string): boolean;
  constructor(address: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
}
