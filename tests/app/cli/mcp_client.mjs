// A public client of the Model Context Protocol against `headroom-cli mcp`: it plans, estimates, searches, explains
// and previews an export, and is told what is wrong. Needs the npm package @modelcontextprotocol/sdk, which nothing
// else here does; packaging/check.sh run does so where npm can install it below the current folder.
//
// usage: node mcp_client.mjs HEADROOM_CLI
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.cwd()}/any.js`);
const load = async name => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");

const client = new Client({ name: "public-client", version: "1" });
let failures = 0;
const check = (holds, text) => {
    if (!holds) {
        failures += 1;
        console.log(`FAIL: ${text}`);
    }
};
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp"] }));
check(client.getServerVersion().name === "headroom", "name of the server");
const { tools } = await client.listTools();
check(tools.length >= 8, `tools: ${tools.map(tool => tool.name)}`);
await client.ping();
const call = (name, args) => client.callTool({ name, arguments: args }, undefined, { timeout: 300000 });

const plan = await call("plan", { text: "Llama 3.1 8B on 8 H100, sequence 8192, global batch 128" });
check(plan.structuredContent.plan.hardware.accelerator === "h100-sxm", JSON.stringify(plan).slice(0, 300));
const estimate = await call("estimate", { plan: plan.structuredContent.plan });
check(estimate.structuredContent.time.step_seconds > 0, JSON.stringify(estimate).slice(0, 300));
const found = await call("search", { plan: "llama3.1-8b-h100-node", free: ["micro_batch_sequences"], top: 3 });
const best = found.structuredContent.results[found.structuredContent.recommended];
check(best.settings !== undefined, JSON.stringify(found).slice(0, 300));
const why = await call("explain", { name: "xla_gpu_enable_latency_hiding_scheduler" });
check(why.structuredContent.name.includes("latency_hiding"), JSON.stringify(why).slice(0, 300));
const preview = await call("export_preview",
    { plan: "llama3.1-8b-h100-node", target: "maxtext-gpu", set: best.settings });
check(preview.structuredContent.files.some(file => file.name === "run.sh"), JSON.stringify(preview).slice(0, 300));
const wrong = await call("estimate", { plan: "llama3.1-8b-h100-node", set: { "parallelism.tensor": 3 } });
check(wrong.isError === true && wrong.content[0].text.startsWith("--set parallelism.tensor:"), JSON.stringify(wrong));
await client.close();
console.log(`${failures} failures`);
process.exit(failures > 0 ? 1 : 0);
