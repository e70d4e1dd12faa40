/** First requests that work when they are pasted: into a shell, and into a file that Node runs as it is. */
export function firstCalls(pagesUrl: string, key: string): { curl: string; typescript: string } {
  const url = `${pagesUrl}/api/v1/user`;
  return {
    curl: `curl ${url} \\\n  -H "Authorization: Bearer ${key}"`,
    typescript: `interface Answer {
  response: { username: string; name: string };
}

const answer = await fetch('${url}', {
  headers: { Authorization: 'Bearer ${key}' },
});
if (!answer.ok) throw new Error(await answer.text());

const { response } = (await answer.json()) as Answer;
console.log(response.username, response.name);

export {};
`,
  };
}
