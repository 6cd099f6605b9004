/** The parser without what it needs for config files; `@types/yargs-parser` does not name this entry. */
declare module 'yargs-parser/browser' {
  import parser from 'yargs-parser';

  export default parser;
}
