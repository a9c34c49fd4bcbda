/** Words that only a shell gives a meaning to. A check is a program with arguments, never a shell line. */
const SHELL = /[|&;<>$`\\(){}*?~#!\n]/;

/** Splits a command written in an issue into argv. Null when it would need a shell, or is no command. */
export function argvOf(line: string): string[] | null {
  const command = line.trim().replace(/^[$%>]\s+/, '');
  if (command === '' || command.length > 500 || SHELL.test(command)) return null;
  const words: string[] = [];
  let word = '';
  let quote = '';
  let started = false;
  for (const character of command) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      started = true;
    } else if (/\s/.test(character)) {
      if (started) words.push(word);
      word = '';
      started = false;
    } else {
      word += character;
      started = true;
    }
  }
  if (quote !== '') return null;
  if (started) words.push(word);
  // `NAME=value program` sets a variable, which takes a shell too.
  return words.length === 0 || /^\w+=/.test(words[0] ?? '') ? null : words;
}

const SHELLS = /^(?:ba|z|da|k|c|fi)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/i;
const EMPTY_PROGRAMS = new Set([
  'true',
  ':',
  'false',
  'echo',
  'printf',
  'exit',
  'sleep',
  'yes',
  'test',
  '[',
  'cat',
  'ls',
  'pwd',
  'date',
  'touch',
  'mkdir',
]);
const SHELL_WORDS = new Set(['||', '&&', '|', ';', '&', '>', '>>', '<', '2>&1']);

/** Programs that only start another one. */
const WRAPPERS = new Set(['env', 'timeout', 'nice', 'nohup', 'xargs', 'time', 'stdbuf', 'setsid']);
const WRAPPER_OPTION = /^(?:\w+=.*|-.*|\d+[smhd]?)$/;

/** Why a proposed command can prove nothing; null when it may. */
export function uselessCommand(argv: readonly string[]): string | null {
  const program = (argv[0] ?? '').split('/').at(-1) ?? '';
  if (program === '') return 'it names no program';
  if (argv.some((word) => SHELL_WORDS.has(word)))
    return 'shell operators mean nothing without a shell';
  if (WRAPPERS.has(program)) {
    const inner = argv.findIndex((word, at) => at > 0 && !WRAPPER_OPTION.test(word));
    return uselessCommand(inner === -1 ? [] : argv.slice(inner));
  }
  if (SHELLS.test(program) && argv.slice(1).some((word) => /^[-/][a-z]*c(?:ommand)?$/i.test(word)))
    return 'a shell line can hide anything';
  if (EMPTY_PROGRAMS.has(program)) return `\`${program}\` passes or fails whatever the code does`;
  const code = inlineCode(argv);
  if (
    code !== null &&
    /^\s*(?:pass|0|1|true|process\.exit\(0?\)|(?:sys\.)?exit\(0?\)|(?:console\.log|print)\([^()]*\))?\s*;?\s*$/.test(
      code,
    )
  )
    return 'its inline code tests nothing';
  return null;
}

function inlineCode(argv: readonly string[]): string | null {
  const at = argv.findIndex((word) => /^(?:-e|-c|-p|--eval|--print)$/.test(word));
  return at > 0 ? (argv[at + 1] ?? '') : null;
}

const NETWORK =
  /^(?:curl|wget|nc|ncat|ssh|scp|rsync|ping|telnet|ftp|docker|podman|kubectl|helm|aws|gcloud|az|gh)$/;
const INSTALLS =
  /^(?:npm (?:i|ci|install|add|publish)|(?:pnpm|yarn|bun) (?:i|add|install|publish)|pip3? (?:install|download)|go (?:get|install)|cargo (?:install|publish|fetch)|apt(?:-get)? .*|brew .*|git (?:clone|fetch|pull|push))\b/;

/** Whether a command reaches for the network, which checks do not have. */
export function needsNetwork(argv: readonly string[]): boolean {
  const program = (argv[0] ?? '').split('/').at(-1) ?? '';
  const line = [program, ...argv.slice(1)].join(' ');
  return (
    NETWORK.test(program) ||
    INSTALLS.test(line) ||
    argv.some((word) =>
      /^(?:https?|ssh|git|ftp):\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))/i.test(word),
    )
  );
}

const CREDENTIAL =
  /^--?(?:[\w-]*(?:token|password|passwd|api-?key|secret|credentials?)|kubeconfig|aws-profile)(?:=|$)|(?:^|[/.])(?:\.netrc|\.npmrc|id_rsa|credentials(?:\.json)?)$|^\w*(?:TOKEN|SECRET|PASSWORD|API_KEY)\w*=/i;

/** Whether a command cannot work without a credential, which checks do not have. */
export function needsSecrets(argv: readonly string[]): boolean {
  return argv.slice(1).some((word) => CREDENTIAL.test(word));
}
