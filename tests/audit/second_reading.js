// A second implementation of docs/audit-format.md, part 1, written from its words alone: no code of the first is in it.
// Gets the text of entries.jsonl; returns for each line whether it is canonical, and the hash of its entry.
async (text) => {
  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const fields = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
    return `{${fields.join(",")}}`;
  };
  const sha256 = async (words) => {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const read = [];
  let previous = "0".repeat(64);
  for (const line of text.split("\n").slice(0, -1)) {
    const { hash, ...entry } = JSON.parse(line);
    read.push({
      canonical: canonical({ hash, ...entry }) === line,
      linked: entry.previous_hash === previous,
      stored: hash,
      computed: await sha256(canonical(entry)),
    });
    previous = hash;
  }
  return read;
};
