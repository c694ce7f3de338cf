<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>QProgressDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>handout</name>
    <message>
        <source>What you will be able to do</source>
        <translation>学完之后你能够</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>headroom::BlockPicture</name>
    <message>
        <source>%1 heads, latent</source>
        <translation>%1 个头，潜在注意力</translation>
    </message>
    <message>
        <source>queries %1</source>
        <translation>查询 %1</translation>
    </message>
    <message>
        <source>keys, values %1</source>
        <translation>键、值 %1</translation>
    </message>
    <message>
        <source>, gated</source>
        <translation>，门控</translation>
    </message>
    <message>
        <source>The model&apos;s block</source>
        <translation>模型的层结构</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>%1 experts, %2 a token</source>
        <translation>%1 个专家，每 token %2 个</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>shared with the embedding</source>
        <translation>与嵌入共享</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <extracomment>Times that the block of a model is repeated.</extracomment>
        <translation>%1 层</translation>
    </message>
</context>
<context>
    <name>headroom::CalibrationCard</name>
    <message>
        <source>%1 with one factor on the step</source>
        <translation>整步一个系数时 %1</translation>
    </message>
    <message>
        <source>%1 with few constants</source>
        <translation>少数常数时 %1</translation>
    </message>
    <message>
        <source>%1 with many constants</source>
        <translation>多个常数时 %1</translation>
    </message>
    <message>
        <source>%1 by the profiles alone</source>
        <translation>仅凭配置档 %1</translation>
    </message>
    <message>
        <source>One configuration</source>
        <translation>一个配置</translation>
    </message>
    <message numerus="yes">
        <source>%n configurations</source>
        <translation>
            <numerusform>%n 个配置</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the profiles already predict these runs as well as any calibrated constant would; nothing was changed.</source>
        <translation>%1：配置档对这些运行的预测已与任何校准常数一样好；未作改动。</translation>
    </message>
    <message>
        <source>%1: error on held-out runs %2 → %3.</source>
        <extracomment>Number of configurations; the error before; the error after, with what was moved.</extracomment>
        <translation>%1：留出运行的误差 %2 → %3。</translation>
    </message>
    <message>
        <source>Median error of each run predicted from the others: %1.</source>
        <translation>由其余运行预测每次运行的误差中位数：%1。</translation>
    </message>
    <message>
        <source>Peak memory: error %1 without a separate factor, %2 with one.</source>
        <translation>显存峰值：无自身系数 %1，有系数 %2。</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>From</source>
        <translation>原值</translation>
    </message>
    <message>
        <source>To</source>
        <translation>新值</translation>
    </message>
    <message>
        <source>80 % interval</source>
        <translation>80 % 区间</translation>
    </message>
    <message>
        <source>&amp;Use for this plan</source>
        <translation>用于此方案(&amp;U)</translation>
    </message>
    <message>
        <source>Save as &amp;cluster profile…</source>
        <translation>存为集群配置档(&amp;C)…</translation>
    </message>
    <message>
        <source>Constants that changed</source>
        <translation>改动的常数</translation>
    </message>
    <message>
        <source>The plan is calibrated by %1; the runs above were used to find the constants.</source>
        <translation>此方案由 %1 校准；常数正是由上面的运行求得的。</translation>
    </message>
    <message>
        <source>With “Use for this plan” the plan names %1; undo takes it back.</source>
        <translation>点“用于此方案”后，方案引用 %1；可以撤销。</translation>
    </message>
    <message>
        <source>%1: needs at least two configurations to calibrate the step time; one configuration says nothing about another.</source>
        <translation>%1：校准步时至少需要两种配置；单一配置不能说明另一种配置。</translation>
    </message>
</context>
<context>
    <name>headroom::CandidateModel</name>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Against the plan</source>
        <translation>与方案相比</translation>
    </message>
    <message>
        <source>Step time (80 %)</source>
        <translation>单步时间（80 %）</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <extracomment>A step time and how far it may be off (80 % interval).</extracomment>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Fits</source>
        <extracomment>Probability that the configuration fits in memory.</extracomment>
        <translation>放得下</translation>
    </message>
    <message>
        <source>the plan now</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>as fast as the best</source>
        <translation>与最佳者无法区分</translation>
    </message>
    <message>
        <source>best compromise</source>
        <translation>最佳折中</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>说明</translation>
    </message>
</context>
<context>
    <name>headroom::CauseBar</name>
    <message>
        <source>What the difference consists of</source>
        <translation>差异的组成</translation>
    </message>
    <message>
        <source>not explained</source>
        <translation>未解释</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A cause of a slow step and the seconds it explains.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headroom::CauseCards</name>
    <message>
        <source>Also seen, but does not explain the difference according to the estimate:</source>
        <translation>另外还看到，但按估算不能解释差距：</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <extracomment>Rank of a cause and its name.</extracomment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Spoken by a screen reader: a cause, then what points at it.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headroom::ChangeTable</name>
    <message>
        <source>faster, less memory</source>
        <translation>更快、更省显存</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>less memory</source>
        <translation>更省显存</translation>
    </message>
</context>
<context>
    <name>headroom::Chart</name>
    <message>
        <source>Table of %1</source>
        <translation>%1 的表格</translation>
    </message>
    <message>
        <source>Show the numbers as a table</source>
        <translation>以表格显示数值</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>以表格显示 %1</translation>
    </message>
    <message>
        <source>Save as PNG, SVG, PDF or CSV…</source>
        <translation>另存为 PNG、SVG、PDF 或 CSV…</translation>
    </message>
    <message>
        <source>Save %1 as a file</source>
        <translation>把 %1 存为文件</translation>
    </message>
    <message>
        <source>Picture (*.png);;Vector graphics (*.svg);;PDF (*.pdf);;Numbers (*.csv)</source>
        <translation>图片 (*.png);;矢量图 (*.svg);;PDF (*.pdf);;数值 (*.csv)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已存为 %1。</translation>
    </message>
    <message>
        <source>The chart cannot be saved</source>
        <translation>无法保存图表</translation>
    </message>
    <message>
        <source>%1 cannot be written; choose a folder where you have write permission.</source>
        <translation>无法写入 %1；请选择有写权限的文件夹。</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy the numbers</source>
        <translation>复制数据</translation>
    </message>
</context>
<context>
    <name>headroom::ClusterChart</name>
    <message>
        <source>Cost against time</source>
        <translation>成本与时间</translation>
    </message>
    <message>
        <source>time to train, days</source>
        <translation>训练时间（天）</translation>
    </message>
    <message>
        <source>cost, USD</source>
        <translation>成本（美元）</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>Days, 10 %</source>
        <translation>天数，10 %</translation>
    </message>
    <message>
        <source>Days, 90 %</source>
        <translation>天数，90 %</translation>
    </message>
    <message>
        <source>Cost, USD</source>
        <translation>成本（美元）</translation>
    </message>
    <message>
        <source>Cost, 10 %</source>
        <translation>成本，10 %</translation>
    </message>
    <message>
        <source>Cost, 90 %</source>
        <translation>成本，90 %</translation>
    </message>
    <message>
        <source>There is nothing to show yet.</source>
        <translation>暂无可显示的内容。</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>%1
%2 (%3)
%4 (%5)</source>
        <extracomment>Tooltip of a machine: its name, days with their interval, cost with its interval.</extracomment>
        <translation>%1
%2（%3）
%4（%5）</translation>
    </message>
    <message>
        <source>Each point is a machine, the slanted line its 80 % interval, the diamond the recommended one.</source>
        <translation>每个点是一台机器，斜线为其 80 % 区间，菱形为推荐。</translation>
    </message>
    <message>
        <source>The %1 cheapest of %2 chips are drawn.</source>
        <translation>只画出 %2 种芯片中最便宜的 %1 种。</translation>
    </message>
</context>
<context>
    <name>headroom::ClusterForm</name>
    <message>
        <source>as in the open plan</source>
        <translation>当前方案的模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Training tokens</source>
        <translation>训练 token 数(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Deadline, days</source>
        <translation>期限（天）(&amp;D)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>B&amp;udget, USD</source>
        <translation>预算（美元）(&amp;U)</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>问题的进度</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>F&amp;ind machines</source>
        <translation>查找机器(&amp;I)</translation>
    </message>
    <message>
        <source>P&amp;rices and chips…</source>
        <translation>价格与芯片…(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Training tokens: %1</source>
        <translation>训练 token 数：%1(&amp;T)</translation>
    </message>
    <message>
        <source>No chip is ticked under &quot;Prices and chips&quot;.</source>
        <translation>“价格与芯片”中没有勾选任何芯片。</translation>
    </message>
    <message>
        <source>&amp;Sequence, tokens</source>
        <translation>序列长度（token）(&amp;S)</translation>
    </message>
    <message>
        <source>Sequences a ste&amp;p</source>
        <translation>每步序列数(&amp;P)</translation>
    </message>
    <message>
        <source>Everything else is as in the open plan, on %1; every machine gets the same batch.</source>
        <translation>其余与打开的方案相同，使用 %1；批大小在每台机器上相同。</translation>
    </message>
    <message>
        <source>Everything else is as asked on Start, on %1; every machine gets the same batch.</source>
        <extracomment>%1: a framework.</extracomment>
        <translation>其余与“开始”页所问相同,框架为 %1;每台机器的批大小相同。</translation>
    </message>
</context>
<context>
    <name>headroom::ClusterModel</name>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>In time</source>
        <extracomment>Head of a column: the probability of keeping the deadline.</extracomment>
        <translation>按期概率</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
</context>
<context>
    <name>headroom::ClusterPage</name>
    <message>
        <source>What do I need?</source>
        <translation>我需要什么？</translation>
    </message>
    <message>
        <source>Days and cost on every chip, from one device to %1. Each machine gets the fastest plan that fits.</source>
        <extracomment>%1: the most devices that are tried.</extracomment>
        <translation>每种芯片上的天数与费用，从一个设备到 %1 个。每种机器取放得下的最快方案。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>None of these chips can train the model: tick more chips, or change the plan.</source>
        <translation>这些芯片的机器都无法训练它：请勾选更多芯片，或更改方案。</translation>
    </message>
    <message>
        <source>Not on %1: %2</source>
        <extracomment>A chip that cannot train the model, and why.</extracomment>
        <translation>%1 不可用：%2</translation>
    </message>
    <message>
        <source>No plan fits with confidence on any number of %1.</source>
        <translation>无论用多少个 %1，都没有确定放得下的方案。</translation>
    </message>
    <message>
        <source>Why: %1.</source>
        <translation>原因：%1。</translation>
    </message>
    <message>
        <source>%1 (%2), %3 (%4), failures and checkpoints included.</source>
        <extracomment>Of a training run: days and dollars with their intervals.</extracomment>
        <translation>%1（%2），%3（%4），已计入故障和检查点。</translation>
    </message>
    <message>
        <source>Replaces the open plan with this one</source>
        <translation>打开此方案，替换当前打开的方案</translation>
    </message>
    <message>
        <source>No answer yet. With a deadline it is the cheapest machine that finishes in time, with a budget the soonest one, and without either the cheapest of all.</source>
        <translation>还没有答案。给出期限时，答案是按期完成的最便宜的机器；给出预算时，是最早完成的机器；两者都不给时，是所有机器中最便宜的。</translation>
    </message>
</context>
<context>
    <name>headroom::CommandPalette</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Type part of a page, setting, flag or term</source>
        <translation>输入步骤、可调项、标志或术语的一部分</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
</context>
<context>
    <name>headroom::CompareModel</name>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Tokens/s per device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>%1  (%2)</source>
        <extracomment>A value and how it differs from the reference.</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Measured step</source>
        <translation>实测单步</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1，运行 %2</translation>
    </message>
</context>
<context>
    <name>headroom::ComparePage</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare pinned plans with the current one: what differs, and the effect.</source>
        <translation>固定的方案与当前方案并列：有何不同，结果如何。</translation>
    </message>
    <message>
        <source>&amp;Pin the current plan</source>
        <translation>固定当前方案(&amp;P)</translation>
    </message>
    <message>
        <source>Nothing is pinned yet. Pin the plan, change something, and this page shows the difference.</source>
        <translation>还没有固定的方案。固定一个方案，再做修改，差别就会显示在这里。</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Make reference</source>
        <translation>设为基准</translation>
    </message>
    <message>
        <source>Make %1 the reference</source>
        <translation>把 %1 设为基准</translation>
    </message>
    <message>
        <source>Restore it</source>
        <translation>回到该方案</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>回到 %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Name of pin %1</source>
        <translation>固定方案 %1 的名称</translation>
    </message>
    <message>
        <source>Type here to rename the pin.</source>
        <translation>直接改写即可重命名。</translation>
    </message>
    <message>
        <source>%1:</source>
        <extracomment>The letter of a pinned plan before its name.</extracomment>
        <translation>%1：</translation>
    </message>
    <message>
        <source>The plan now</source>
        <translation>现在的方案</translation>
    </message>
    <message>
        <source>%1 is the plan now</source>
        <translation>%1 就是现在的方案</translation>
    </message>
    <message>
        <source>The plan now is identical to A. Change something, and this page shows the difference.</source>
        <translation>当前计划与 A 完全相同。修改任意设置，此页即显示差异。</translation>
    </message>
</context>
<context>
    <name>headroom::CompiledCard</name>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>What the compiler planned</source>
        <translation>编译器的规划</translation>
    </message>
    <message>
        <source>Per device</source>
        <translation>每个设备</translation>
    </message>
    <message>
        <source>Compiled</source>
        <translation>编译所得</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Count, predicted</source>
        <translation>预测次数</translation>
    </message>
    <message>
        <source>Memory and collectives, compiled and predicted</source>
        <translation>内存与集合通信：编译所得与预测</translation>
    </message>
    <message>
        <source>What the compiler planned for one step, before running it. Collective bytes are whole buffers, summed over the step.</source>
        <translation>运行之前编译器对这一步的规划。集合通信的字节数按整个缓冲区计，为一步之内的总和。</translation>
    </message>
    <message>
        <source>Compiled for another back end, or without a memory report: only the collectives are comparable. Their bytes are whole buffers, summed over the step.</source>
        <translation>由代替芯片的后端编译，或没有给出内存：只有集合通信可以比较。其字节数按整个缓冲区计，为一步之内的总和。</translation>
    </message>
    <message>
        <source>Use the esti&amp;mate again</source>
        <translation>重新使用估算值(&amp;M)</translation>
    </message>
    <message>
        <source>Use this &amp;memory for the plan</source>
        <translation>方案采用此内存(&amp;M)</translation>
    </message>
    <message>
        <source>It can replace the estimated memory of this plan.</source>
        <translation>可用它取代此方案估算的显存。</translation>
    </message>
    <message>
        <source>Compiled for a plan with a different %1: the ratio it showed to the estimate can correct this plan&apos;s memory.</source>
        <translation>编译的是另一个方案，其 %1 不同：它与估算之比可以修正此方案的显存。</translation>
    </message>
    <message>
        <source>This plan uses the compiler&apos;s memory figure. When you edit the plan, the estimate is scaled by the same ratio.</source>
        <translation>此方案的显存取自编译器；修改方案后，沿用它与估算之比。</translation>
    </message>
</context>
<context>
    <name>headroom::CurveChart</name>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Label of the axis and the value on it.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headroom::DefaultStrip</name>
    <message>
        <source>Default over the releases of jaxlib</source>
        <translation>各 jaxlib 版本的默认值</translation>
    </message>
    <message>
        <source>not there yet</source>
        <translation>尚不存在</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>无效果</translation>
    </message>
    <message>
        <source>depends on the build</source>
        <translation>取决于构建</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A stretch of releases and the default in it: &quot;0.4.7 to 0.4.34: false&quot;.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 到 %2：%3</translation>
    </message>
</context>
<context>
    <name>headroom::DerivationDialog</name>
    <message>
        <source>Show the formula</source>
        <translation>显示推导</translation>
    </message>
    <message>
        <source>Derivation</source>
        <translation>推导</translation>
    </message>
    <message>
        <source>Copy as &amp;text</source>
        <translation>复制为文本(&amp;T)</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>Copy as &amp;LaTeX</source>
        <translation>复制为 LaTeX(&amp;L)</translation>
    </message>
    <message>
        <source>No derivation yet: the plan has no result.</source>
        <translation>这个数字还没有推导：方案尚无结果。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The derivation is on the clipboard.</source>
        <translation>推导已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Double-click a plan input to go to its field, or a source to read the formula.</source>
        <translation>双击方案输入可转到其字段，双击来源可阅读公式。</translation>
    </message>
</context>
<context>
    <name>headroom::DerivationModel</name>
    <message>
        <source>Assumes: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>headroom::Dialogs</name>
    <message>
        <source>Headroom plans (*.headroom.yaml *.yaml *.yml);;All files (*)</source>
        <translation>Headroom 方案 (*.headroom.yaml *.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>打开方案</translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的修改</translation>
    </message>
    <message>
        <source>The plan “%1” has changes that are not saved.</source>
        <translation>方案“%1”有未保存的修改。</translation>
    </message>
    <message>
        <source>Recover unsaved work</source>
        <translation>恢复未保存的工作</translation>
    </message>
    <message>
        <source>Headroom did not close properly and the plan “%1” was not saved. Open it again?</source>
        <translation>Headroom 未正常退出，方案“%1”没有保存。要重新打开吗？</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>以后(&amp;L)</translation>
    </message>
    <message>
        <source>The plan was changed on disk</source>
        <translation>方案在磁盘上已被更改</translation>
    </message>
    <message>
        <source>Another program changed %1 after you opened or last saved it.</source>
        <translation>%1 与打开或上次保存时不同：已被其他程序更改。</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新载入(&amp;R)</translation>
    </message>
    <message>
        <source>Choose a folder, or type the name of a new one</source>
        <translation>选择文件夹，或输入新名字</translation>
    </message>
</context>
<context>
    <name>headroom::DropFiles</name>
    <message>
        <source>The clipboard holds no text.</source>
        <translation>剪贴板中没有文本。</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>headroom::ExampleButton</name>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中用 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>How sure it is that a plan fits, and how much of the pool it needs.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 tokens/s per device</source>
        <translation>每设备 %1 token/s</translation>
    </message>
    <message>
        <source>%1 MFU</source>
        <translation>MFU %1</translation>
    </message>
</context>
<context>
    <name>headroom::ExpectedTable</name>
    <message>
        <source>Dense models on GPUs</source>
        <translation>GPU 上的稠密模型</translation>
    </message>
    <message>
        <source>Dense models on TPUs</source>
        <translation>TPU 上的稠密模型</translation>
    </message>
    <message>
        <source>Adapters on frozen models</source>
        <translation>冻结模型上的适配器</translation>
    </message>
    <message>
        <source>Models with experts</source>
        <translation>带专家的模型</translation>
    </message>
    <message>
        <source>Kind of runs</source>
        <translation>运行种类</translation>
    </message>
    <message>
        <source>Half are within</source>
        <translation>一半在此以内</translation>
    </message>
    <message>
        <source>90 % are within</source>
        <translation>90 % 在此以内</translation>
    </message>
    <message>
        <source>Within the 80 % interval</source>
        <translation>落在 80 % 区间内</translation>
    </message>
    <message>
        <source>Half, with the source included</source>
        <translation>一半在此以内（该来源参与拟合时）</translation>
    </message>
</context>
<context>
    <name>headroom::ExplanationPane</name>
    <message>
        <source>Show the formula</source>
        <translation>显示推导</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Decrease</source>
        <translation>减小一步</translation>
    </message>
    <message>
        <source>Increase</source>
        <translation>增大一步</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>调整 %1</translation>
    </message>
    <message>
        <source>Click a field or a number to read what it means.</source>
        <translation>把焦点移到字段或数字上，这里会说明它是什么。</translation>
    </message>
    <message>
        <source>From %1 to %2.</source>
        <translation>取值 %1 到 %2。</translation>
    </message>
    <message>
        <source>Default: %1.</source>
        <translation>默认：%1。</translation>
    </message>
    <message>
        <source>Optional.</source>
        <translation>可以留空。</translation>
    </message>
    <message>
        <source>Key in plan files and on the command line: %1.</source>
        <extracomment>How the field is spelt in plan files and on the command line.</extracomment>
        <translation>在文件和命令行中：%1。</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <extracomment>Preview of a step of the focused field: change, then what it does to memory and step time.</extracomment>
        <translation>%1：显存 %2，单步 %3</translation>
    </message>
    <message>
        <source>Next value of %1, %2</source>
        <translation>%1 的下一步，%2</translation>
    </message>
    <message>
        <source>Assumes: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headroom::ExportPage</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>The files that launch this plan. Nothing is written until you save.</source>
        <translation>启动此方案的文件，即现在会写出的样子。</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>目标(&amp;T)</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Bench&amp;mark run</source>
        <translation>基准测试运行(&amp;M)</translation>
    </message>
    <message>
        <source>Synthetic data, a fixed number of steps, no checkpoints, a profiler window.</source>
        <translation>合成数据、固定步数、不存检查点、带性能分析窗口。</translation>
    </message>
    <message>
        <source>Files of the export</source>
        <translation>导出的文件</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>&amp;Copy file</source>
        <translation>复制文件内容(&amp;C)</translation>
    </message>
    <message>
        <source>%1 (new)</source>
        <translation>%1（新）</translation>
    </message>
    <message>
        <source>%1 (same)</source>
        <translation>%1（相同）</translation>
    </message>
    <message>
        <source>%1 (changed)</source>
        <translation>%1（有变化）</translation>
    </message>
    <message>
        <source>%1 (not written by Headroom)</source>
        <translation>%1（非本程序所写）</translation>
    </message>
    <message>
        <source>%1 is on the clipboard.</source>
        <translation>%1 已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Replace files</source>
        <translation>替换文件</translation>
    </message>
    <message>
        <source>%1
Replace them?</source>
        <translation>%1
要替换吗？</translation>
    </message>
    <message>
        <source>The files cannot be written</source>
        <translation>无法写入文件</translation>
    </message>
    <message>
        <source>Compa&amp;re folder…</source>
        <translation>与文件夹比较(&amp;R)…</translation>
    </message>
    <message numerus="yes">
        <source>%n files written.</source>
        <translation>
            <numerusform>已写入 %n 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Save a&amp;ll…</source>
        <translation>全部保存(&amp;L)…</translation>
    </message>
    <message>
        <source>%1 contains different files; lines that would change are shaded.</source>
        <translation>%1 中的文件与这些不同；会改变的行以底色标出。</translation>
    </message>
    <message>
        <source>Cop&amp;y the command</source>
        <translation>复制命令(&amp;Y)</translation>
    </message>
    <message>
        <source>Add its lo&amp;g…</source>
        <translation>读回它的日志(&amp;K)…</translation>
    </message>
    <message>
        <source>The command is on the clipboard.</source>
        <translation>命令已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Written to %1. README.md says how to run it.</source>
        <translation>已写入 %1。README.md 说明如何运行。</translation>
    </message>
    <message>
        <source>Written to %1. Run it there with  %2  , then add its log.</source>
        <translation>已写入 %1。在那里用  %2  运行，再把它的日志带回来。</translation>
    </message>
    <message>
        <source>Runs the plan</source>
        <translation>运行计划</translation>
    </message>
    <message>
        <source>Checks the machines first</source>
        <translation>先检查机器</translation>
    </message>
    <message>
        <source>To read and to open here</source>
        <translation>供阅读，或在此打开</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <extracomment>A file of an export, and what it is.</extracomment>
        <translation>%1：%2。</translation>
    </message>
</context>
<context>
    <name>headroom::ExportVerdict</name>
    <message>
        <source>%1: %2</source>
        <extracomment>A finding that is still open when files are exported.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>As a run of %1:</source>
        <extracomment>Findings of the plan once it is translated to another framework follow.</extracomment>
        <translation>按 %1 运行时：</translation>
    </message>
</context>
<context>
    <name>headroom::FieldEditor</name>
    <message>
        <source>%1 does not have this option.</source>
        <extracomment>%1 is a framework, as Megatron-LM.</extracomment>
        <translation>%1 没有这个选项。</translation>
    </message>
    <message>
        <source>profile value</source>
        <translation>取自资料库</translation>
    </message>
    <message>
        <source>Table…</source>
        <translation>表格…</translation>
    </message>
    <message>
        <source>%1 from a table</source>
        <translation>从表格选择%1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>automatic</source>
        <extracomment>In an empty field whose value is then chosen by the program.</extracomment>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>headroom::FieldPage</name>
    <message>
        <source>Show all fields</source>
        <translation>显示全部字段</translation>
    </message>
    <message>
        <source>Include fields that have no effect on this plan</source>
        <translation>也包括对此方案没有意义的字段</translation>
    </message>
</context>
<context>
    <name>headroom::FigureButton</name>
    <message>
        <source>Show how this number is calculated</source>
        <translation>显示这个数字的由来</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Spoken by a screen reader: caption, value, change.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, changed by %2</source>
        <translation>%1，变化 %2</translation>
    </message>
    <message>
        <source>Copy the number</source>
        <translation>复制数值</translation>
    </message>
</context>
<context>
    <name>headroom::FileChange</name>
    <message>
        <source>Change your file</source>
        <translation>更改你的文件</translation>
    </message>
    <message>
        <source>Answer a question</source>
        <translation>回答问题</translation>
    </message>
</context>
<context>
    <name>headroom::FindingCard</name>
    <message>
        <source>Go to field</source>
        <translation>转到字段</translation>
    </message>
    <message>
        <source>Apply fix</source>
        <translation>应用修正</translation>
    </message>
    <message>
        <source>Apply fix: %1</source>
        <translation>应用修正：%1</translation>
    </message>
    <message>
        <source>Go to field %1</source>
        <translation>转到字段 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Spoken by a screen reader: severity, then the finding.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Fix: %1</source>
        <translation>修正：%1</translation>
    </message>
    <message>
        <source>Find one that fits</source>
        <translation>找一个放得下的方案</translation>
    </message>
    <message>
        <source>Searches all valid degrees, micro-batches and remat policies</source>
        <translation>搜索所有有效的并行度、微批大小和重计算策略</translation>
    </message>
</context>
<context>
    <name>headroom::FindingList</name>
    <message>
        <source>No findings for this plan.</source>
        <translation>此方案没有需要说明之处。</translation>
    </message>
</context>
<context>
    <name>headroom::FlagChangesView</name>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Translated</source>
        <translation>已转换</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Changes to the plan</source>
        <translation>方案中的改动</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>As pasted</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>方案现值</translation>
    </message>
    <message>
        <source>After</source>
        <translation>方案新值</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>%1 of %2 settings go into the plan.</source>
        <translation>%2 项设置中有 %1 项写入方案。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Why a setting is taken, and what it does: two sentences.</extracomment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>headroom::FlagComparisonView</name>
    <message>
        <source>Only rows that &amp;differ</source>
        <translation>只显示不同的行(&amp;D)</translation>
    </message>
    <message>
        <source>Search names and values</source>
        <translation>搜索名称和值</translation>
    </message>
    <message>
        <source>Search the comparison</source>
        <translation>搜索对照表</translation>
    </message>
    <message>
        <source>Advice, your plan, default</source>
        <translation>建议、当前与默认的值</translation>
    </message>
    <message>
        <source>Flag or variable</source>
        <translation>标志或变量</translation>
    </message>
    <message>
        <source>Advised</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>In your plan</source>
        <translation>你的方案</translation>
    </message>
    <message>
        <source>Default of the release</source>
        <translation>该版本的默认值</translation>
    </message>
    <message>
        <source>not written</source>
        <extracomment>Nothing is written, so the release&apos;s own default applies.</extracomment>
        <translation>未写入</translation>
    </message>
    <message>
        <source>%1 (not written)</source>
        <translation>%1（未写入）</translation>
    </message>
    <message numerus="yes">
        <source>%n shown</source>
        <translation>
            <numerusform>显示 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::FlagDetailPane</name>
    <message>
        <source>About the selected flag</source>
        <translation>关于所选标志</translation>
    </message>
    <message>
        <source>Select a flag to see what it does.</source>
        <translation>选择一个标志，阅读它的说明。</translation>
    </message>
    <message>
        <source>Default over the releases of jaxlib</source>
        <translation>各 jaxlib 版本的默认值</translation>
    </message>
    <message>
        <source>More about this flag</source>
        <translation>关于此标志的更多内容</translation>
    </message>
</context>
<context>
    <name>headroom::FlagFilterBar</name>
    <message>
        <source>Search flags</source>
        <translation>搜索标志</translation>
    </message>
    <message>
        <source>Which flags to show</source>
        <translation>显示哪些标志</translation>
    </message>
    <message>
        <source>Relevant to this plan</source>
        <translation>与此方案有关的</translation>
    </message>
    <message>
        <source>Advised</source>
        <translation>只看建议的</translation>
    </message>
    <message>
        <source>Changed from the default</source>
        <translation>只看改动的</translation>
    </message>
    <message>
        <source>Set by you</source>
        <translation>由你设置</translation>
    </message>
    <message>
        <source>Whole catalogue</source>
        <translation>所有已知的</translation>
    </message>
    <message>
        <source>&amp;Area</source>
        <translation>领域(&amp;A)</translation>
    </message>
    <message>
        <source>Area of the flags</source>
        <translation>标志的领域</translation>
    </message>
    <message>
        <source>Any area</source>
        <translation>任意领域</translation>
    </message>
    <message>
        <source>Effect of the flags</source>
        <translation>标志的影响</translation>
    </message>
    <message>
        <source>Any effect</source>
        <translation>任意影响</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>显示(&amp;W)</translation>
    </message>
    <message>
        <source>Effe&amp;ct</source>
        <translation>影响(&amp;C)</translation>
    </message>
    <message>
        <source>Written by this run</source>
        <translation>本次运行写入的</translation>
    </message>
</context>
<context>
    <name>headroom::FlagModel</name>
    <message>
        <source>Set by you</source>
        <translation>由你设置</translation>
    </message>
    <message>
        <source>Flag or variable</source>
        <translation>标志或变量</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Goes into</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Change flag %1</source>
        <translation>修改标志 %1</translation>
    </message>
    <message>
        <source>Effect on this plan</source>
        <translation>对此方案的影响</translation>
    </message>
    <message>
        <source>Switched off by you</source>
        <translation>由您关闭</translation>
    </message>
</context>
<context>
    <name>headroom::FlagPage</name>
    <message>
        <source>Not modelled:</source>
        <translation>未建模：</translation>
    </message>
    <message>
        <source>cited</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>编译得出</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>拟合</translation>
    </message>
    <message>
        <source>since %1 or earlier</source>
        <translation>自 %1 或更早</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>removed in %1</source>
        <translation>从 %1 起移除</translation>
    </message>
    <message>
        <source>step %1 (%2; %3 to %4)</source>
        <extracomment>The change of the step, as a share, and the ends of its 80 % interval.</extracomment>
        <translation>单步时间 %1（%2；%3 到 %4）</translation>
    </message>
    <message>
        <source>no effect since %1</source>
        <translation>从 %1 起无效</translation>
    </message>
    <message>
        <source>What it does:</source>
        <translation>作用：</translation>
    </message>
    <message>
        <source>You set:</source>
        <translation>由你设置：</translation>
    </message>
    <message>
        <source>Releases:</source>
        <translation>版本：</translation>
    </message>
    <message>
        <source>Accepts:</source>
        <translation>接受：</translation>
    </message>
    <message>
        <source>Overridden by:</source>
        <translation>后继：</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>注：</translation>
    </message>
    <message>
        <source>Source:</source>
        <translation>来源：</translation>
    </message>
    <message>
        <source>The flags this run sets, what each does to this plan, and what it costs.</source>
        <translation>这次运行设置了哪些标志、为什么，不设又会怎样。</translation>
    </message>
    <message>
        <source>Framework &amp;options</source>
        <translation>框架选项(&amp;O)</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Already the default</source>
        <translation>已是默认</translation>
    </message>
    <message>
        <source>Not in this release</source>
        <translation>此版本没有</translation>
    </message>
    <message>
        <source>Keep the default</source>
        <translation>不必动</translation>
    </message>
    <message>
        <source>Worth trying</source>
        <translation>值得一试</translation>
    </message>
    <message>
        <source>Avoid</source>
        <translation>避免</translation>
    </message>
    <message>
        <source>The plan sets it.</source>
        <translation>方案设置了它。</translation>
    </message>
    <message>
        <source>Unknown flag; it will not be written.</source>
        <translation>没有这个名称；它不会被写出。</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>more</source>
        <translation>增加</translation>
    </message>
    <message>
        <source>less</source>
        <translation>减少</translation>
    </message>
    <message>
        <source>%1: %2 (%3). %4</source>
        <extracomment>A term of the estimate, the direction in which the flag moves it, how sure that is, why.</extracomment>
        <translation>%1：%2（%3）。%4</translation>
    </message>
    <message>
        <source>When to use it:</source>
        <translation>何时使用：</translation>
    </message>
    <message>
        <source>What it costs:</source>
        <translation>代价：</translation>
    </message>
    <message>
        <source>Watch:</source>
        <translation>注意：</translation>
    </message>
    <message>
        <source>How to check that it works:</source>
        <translation>怎样看出它起了作用：</translation>
    </message>
    <message>
        <source>How it changes the step:</source>
        <translation>对一步的影响：</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Another flag and why the two conflict.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Conflicts:</source>
        <translation>冲突：</translation>
    </message>
    <message>
        <source>Known bugs:</source>
        <translation>已知缺陷：</translation>
    </message>
    <message>
        <source>Where sources disagree:</source>
        <translation>文档之间的分歧：</translation>
    </message>
    <message>
        <source>Area:</source>
        <translation>领域：</translation>
    </message>
    <message>
        <source>See also:</source>
        <translation>另见：</translation>
    </message>
    <message>
        <source>%1 does not change this plan&apos;s estimate.</source>
        <translation>%1 不改变此方案估计中的任何数字。</translation>
    </message>
    <message>
        <source>peak memory %1</source>
        <translation>显存峰值 %1</translation>
    </message>
    <message>
        <source>memory pool %1</source>
        <translation>显存池 %1</translation>
    </message>
    <message>
        <source>Effect of %1 on this plan: %2.</source>
        <translation>在此方案上，%1 带来：%2。</translation>
    </message>
    <message>
        <source>Effect of setting %1 on this plan: %2.</source>
        <translation>在此方案上，%1 将带来：%2。</translation>
    </message>
    <message>
        <source>Advised, &amp;yours, default</source>
        <translation>建议、当前与默认(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Paste your flags…</source>
        <translation>粘贴你的标志(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Named sets…</source>
        <translation>现成的标志组(&amp;N)…</translation>
    </message>
    <message>
        <source>%1 shown, %2 written</source>
        <extracomment>How many flags the list shows, and how many of the plan&apos;s are written.</extracomment>
        <translation>显示 %1 个，写入 %2 个</translation>
    </message>
    <message>
        <source>Code generation</source>
        <translation>代码生成</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Scheduling</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Debugging</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
    <message>
        <source>F&amp;lags</source>
        <translation>标志(&amp;L)</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>%1, written to %2</source>
        <extracomment>A value and where it is written: &quot;true, written to XLA_FLAGS&quot;.</extracomment>
        <translation>%1，写入 %2</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>不写入</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>默认 %1</translation>
    </message>
    <message>
        <source>When:</source>
        <translation>何时使用：</translation>
    </message>
    <message>
        <source>Cost:</source>
        <translation>代价：</translation>
    </message>
    <message>
        <source>Conflicts with:</source>
        <translation>与之冲突：</translation>
    </message>
    <message>
        <source>In this release:</source>
        <translation>在此版本中：</translation>
    </message>
    <message>
        <source>not modelled</source>
        <translation>未建模</translation>
    </message>
    <message>
        <source>pool %1</source>
        <extracomment>A change of the memory pool: &quot;pool +3.1 GiB&quot;.</extracomment>
        <translation>内存池 %1</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>Headroom&apos;s advice:</source>
        <translation>Headroom 的建议：</translation>
    </message>
</context>
<context>
    <name>headroom::FlagSetsDialog</name>
    <message>
        <source>Named sets of flags</source>
        <translation>现成的标志组</translation>
    </message>
    <message>
        <source>Sets of flags from public documents, translated to your plan&apos;s release.</source>
        <translation>公开文档推荐的标志，按你方案的版本换成相应的名称和值。</translation>
    </message>
    <message>
        <source>A&amp;pply the set</source>
        <translation>应用此组(&amp;P)</translation>
    </message>
    <message>
        <source>Set of flags</source>
        <translation>标志组</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>组(&amp;S)</translation>
    </message>
    <message>
        <source>Value that the set leaves open</source>
        <translation>此组待定设置的值</translation>
    </message>
    <message>
        <source>&amp;Value</source>
        <translation>值(&amp;V)</translation>
    </message>
    <message>
        <source>Source of the set</source>
        <translation>此组的来源</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Apply set %1</source>
        <translation>应用标志组 %1</translation>
    </message>
</context>
<context>
    <name>headroom::FormulaText</name>
    <message>
        <source>Formula and its source</source>
        <translation>公式及其来源</translation>
    </message>
</context>
<context>
    <name>headroom::FrontChart</name>
    <message>
        <source>Step time against memory</source>
        <translation>单步时间与显存</translation>
    </message>
    <message>
        <source>step time, seconds</source>
        <translation>单步时间，秒</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Against the plan</source>
        <translation>与方案相比</translation>
    </message>
    <message>
        <source>Step time, s</source>
        <translation>单步时间，秒</translation>
    </message>
    <message>
        <source>Memory, GiB</source>
        <translation>显存，GiB</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>There is nothing to show yet.</source>
        <translation>还没有可显示的内容。</translation>
    </message>
    <message>
        <source>memory budget</source>
        <translation>显存预算</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>the plan now</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>%1: %2
%3 s, %4 GiB</source>
        <extracomment>Tooltip of a point: name, settings, step time, memory.</extracomment>
        <translation>%1：%2
%3 秒，%4 GiB</translation>
    </message>
    <message numerus="yes">
        <source>%n best compromises between time and memory: from %1 s with %2 GiB to %3 s with %4 GiB.</source>
        <translation>
            <numerusform>%n 种配置在两方面都不被超越：从 %1 s、%2 GiB 到 %3 s、%4 GiB。</numerusform>
        </translation>
    </message>
    <message>
        <source>Best compromise</source>
        <translation>无可超越</translation>
    </message>
    <message>
        <source>The best compromises appear when the search ends.</source>
        <translation>搜索结束后才知道哪些是最佳折中。</translation>
    </message>
    <message>
        <source>best compromises</source>
        <translation>最佳折中</translation>
    </message>
    <message>
        <source>as fast as the best</source>
        <translation>与最佳者无法区分</translation>
    </message>
    <message>
        <source>memory, GiB</source>
        <translation>显存，GiB</translation>
    </message>
</context>
<context>
    <name>headroom::GlossaryPopover</name>
    <message>
        <source>Quoted from</source>
        <translation>引自</translation>
    </message>
    <message>
        <source>Explains this term</source>
        <translation>解释这个词</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Open the lesson</source>
        <translation>打开课程</translation>
    </message>
</context>
<context>
    <name>headroom::GlossaryView</name>
    <message>
        <source>Open the &amp;lesson</source>
        <translation>打开课程(&amp;L)</translation>
    </message>
    <message>
        <source>Search the glossary</source>
        <translation>搜索词汇表</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词条</translation>
    </message>
    <message>
        <source>Related words</source>
        <translation>相关词</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>See also: %1</source>
        <translation>另见：%1</translation>
    </message>
    <message>
        <source>Other words</source>
        <translation>其他词</translation>
    </message>
</context>
<context>
    <name>headroom::HardwarePage</name>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>The chips of the cluster and the network between them.</source>
        <translation>运行它的芯片，以及它们如何相连。</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Your site: leave empty to use the profile&apos;s values</source>
        <translation>本地环境：留空则取资料库中的值</translation>
    </message>
    <message>
        <source>One device</source>
        <translation>单个设备</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Total devices</source>
        <translation>设备总数</translation>
    </message>
    <message>
        <source>Usable memory</source>
        <translation>可用显存</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>Peak bf16 (dense)</source>
        <translation>bf16 峰值（稠密）</translation>
    </message>
    <message>
        <source>Peak fp8 (dense)</source>
        <translation>fp8 峰值（稠密）</translation>
    </message>
    <message>
        <source>Scale-up link, per direction</source>
        <translation>域内互连（单向）</translation>
    </message>
    <message>
        <source>Network per device</source>
        <translation>每设备网络</translation>
    </message>
    <message>
        <source>Board power</source>
        <translation>板卡功率</translation>
    </message>
    <message>
        <source>Host memory per node</source>
        <translation>每节点主机内存</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>主机互连</translation>
    </message>
    <message>
        <source>Price per device-hour</source>
        <translation>每设备小时价格</translation>
    </message>
    <message>
        <source>profile: %1</source>
        <extracomment>In an empty field: the value of the profile that is used.</extracomment>
        <translation>配置：%1</translation>
    </message>
    <message>
        <source>Network of a node</source>
        <translation>节点的网络</translation>
    </message>
    <message>
        <source>default: %1</source>
        <extracomment>In an empty field: the usual value that it stands for.</extracomment>
        <translation>通常：%1</translation>
    </message>
    <message>
        <source>profile value</source>
        <translation>配置档的值</translation>
    </message>
    <message>
        <source>Failures and checkpoints</source>
        <translation>故障与检查点</translation>
    </message>
</context>
<context>
    <name>headroom::HelpTexts</name>
    <message>
        <source>Present the open lesson, or the selected one</source>
        <translation>演示打开的课程，或选中的课程</translation>
    </message>
    <message>
        <source>Menu of a chart, table or number: copy, save</source>
        <translation>图表、表格或数字的菜单：复制、保存</translation>
    </message>
    <message>
        <source>Next valid value of a number field</source>
        <translation>数字字段的下一个有效值</translation>
    </message>
    <message>
        <source>Zoom and move the timeline</source>
        <translation>缩放和移动时间线</translation>
    </message>
    <message>
        <source>Close a dialog, a list or the search</source>
        <translation>关闭对话框、列表或搜索</translation>
    </message>
    <message>
        <source>&lt;p&gt;Headroom %1 plans training runs of large language models: memory, step time, flags and launch files. It runs with Qt %2.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Headroom %1 规划大语言模型的训练：显存、单步时间、标志和启动文件。它运行于 Qt %2。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Data: %1 models, %2 chips with prices of %3, framework releases up to %4. Each number&apos;s derivation shows its sources; the Validation page shows the measured error of the predictions.&lt;/p&gt;</source>
        <translation>&lt;p&gt;数据：%1 个模型，%2 种芯片（价格为 %3 的），框架版本截至 %4。每个数字的依据见其推导；预测偏差见“验证”页。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It opens no network connection.&lt;/p&gt;</source>
        <translation>&lt;p&gt;自由软件，采用 GNU 通用公共许可证第 3 版或更高版本。它不打开任何网络连接。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>各处</translation>
    </message>
    <message>
        <source>About Headroom</source>
        <translation>关于 Headroom</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Report a problem</source>
        <translation>报告问题</translation>
    </message>
    <message>
        <source>the people who gave you this copy of Headroom</source>
        <translation>向您提供此 Headroom 副本的人</translation>
    </message>
    <message>
        <source>&lt;p&gt;Report problems to %1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;问题请报告给%1。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Tell %1 what you did, what happened, what you expected, and add the plan if you may share it. Version and system are on the clipboard.</source>
        <translation>请告诉%1：您做了什么、发生了什么、您期望什么；若可分享，请附上方案。版本和系统信息已在剪贴板中。</translation>
    </message>
</context>
<context>
    <name>headroom::HunkCard</name>
    <message>
        <source>%1 per step (%2), %3, fits with %4</source>
        <extracomment>Change of the step time with its interval; of memory; probability.</extracomment>
        <translation>每步 %1（%2），%3，装得下的概率 %4</translation>
    </message>
    <message>
        <source>Take this change</source>
        <translation>采用此项更改</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>goes together with the next change</source>
        <translation>与下一项更改一起生效</translation>
    </message>
    <message>
        <source>Not in the files: %1</source>
        <translation>未写入文件：%1</translation>
    </message>
    <message>
        <source>Lines of: %1</source>
        <translation>相关行：%1</translation>
    </message>
</context>
<context>
    <name>headroom::IncidentAnswerBox</name>
    <message>
        <source>Your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>What is wrong:</source>
        <translation>哪里出错：</translation>
    </message>
    <message>
        <source>and:</source>
        <translation>还有：</translation>
    </message>
    <message>
        <source>Where:</source>
        <translation>位置：</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>a node</source>
        <translation>一个节点</translation>
    </message>
    <message>
        <source>a device or its adapter</source>
        <translation>一个设备或它的网卡</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>nothing else</source>
        <translation>没有别的</translation>
    </message>
    <message>
        <source>Nothing is wrong</source>
        <translation>没有问题</translation>
    </message>
</context>
<context>
    <name>headroom::IncidentChooser</name>
    <message>
        <source>Level 1: the log says it</source>
        <translation>第 1 级：日志里有答案</translation>
    </message>
    <message>
        <source>Level 2: a measurement shows it</source>
        <translation>第 2 级：测量能看出来</translation>
    </message>
    <message>
        <source>Level 3: hidden, or two faults at once</source>
        <translation>第 3 级：隐藏的故障，或同时两个故障</translation>
    </message>
    <message>
        <source>A computed cluster misbehaves. Read its log as it grows, spend device-hours on measurements, and name the cause and the place.</source>
        <translation>一个计算出来的集群出了毛病。看着日志增长，用设备小时做测量，然后说出原因和位置。</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Everybody has the same three incidents on one day.</source>
        <translation>同一天里，每个人的三个事故都相同。</translation>
    </message>
    <message>
        <source>In class</source>
        <translation>课堂</translation>
    </message>
    <message>
        <source>All type the same number and get the same incident. The first answer counts, and is in the file that Save my progress writes for the teacher&apos;s table.</source>
        <translation>大家输入同一个数字，得到同一个事故。第一次回答算数，并写进“保存我的进度”给老师汇总的文件。</translation>
    </message>
    <message>
        <source>Number:</source>
        <translation>数字：</translation>
    </message>
    <message>
        <source>Level:</source>
        <translation>级别：</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Save my progress…</source>
        <translation>保存我的进度…</translation>
    </message>
    <message>
        <source>Stories after public threads</source>
        <translation>根据公开讨论讲的故事</translation>
    </message>
    <message>
        <source>Stories; Return plays the selected one</source>
        <translation>故事；按回车开始所选的一个</translation>
    </message>
    <message>
        <source>Play the story</source>
        <translation>开始这个故事</translation>
    </message>
    <message>
        <source>solved</source>
        <translation>已解决</translation>
    </message>
    <message>
        <source>%1 of %2 right</source>
        <translation>%2 项中答对 %1 项</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>第 %1 级</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Skipped:</source>
        <translation>已跳过：</translation>
    </message>
</context>
<context>
    <name>headroom::IncidentDesk</name>
    <message>
        <source>Incident %1, level %2</source>
        <translation>事故 %1，第 %2 级</translation>
    </message>
    <message>
        <source>Device-hours that are left</source>
        <translation>剩余的设备小时</translation>
    </message>
    <message>
        <source>Give up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Goes back to the choice of incidents; nothing is kept</source>
        <translation>回到事故列表；什么都不保留</translation>
    </message>
    <message>
        <source>Log of the job</source>
        <translation>作业日志</translation>
    </message>
    <message>
        <source>How fast the log grows</source>
        <translation>日志增长的速度</translation>
    </message>
    <message>
        <source>as fast as it happens</source>
        <translation>实际速度</translation>
    </message>
    <message>
        <source>%1 times as fast</source>
        <translation>%1 倍速</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>直到结尾</translation>
    </message>
    <message>
        <source>Planned: %1, %2, %3 a step. The run is not what the plan promised.</source>
        <translation>计划：%1，%2，每步 %3。实际运行不是计划承诺的样子。</translation>
    </message>
    <message>
        <source>%1 of the run</source>
        <translation>运行了 %1</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>%1 of %2 device-hours left</source>
        <translation>剩余 %1 / %2 设备小时</translation>
    </message>
</context>
<context>
    <name>headroom::IncidentResult</name>
    <message>
        <source>Another incident</source>
        <translation>另一个事故</translation>
    </message>
    <message>
        <source>What was wrong</source>
        <translation>问题是什么</translation>
    </message>
    <message>
        <source>One step, healthy and as it was</source>
        <translation>一步：健康的机器与这台机器</translation>
    </message>
    <message>
        <source>Healthy machine</source>
        <translation>健康的机器</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>这台机器</translation>
    </message>
    <message>
        <source>Right: cause and place</source>
        <translation>正确：原因和位置</translation>
    </message>
    <message>
        <source>Right cause, wrong place</source>
        <translation>原因正确，位置不对</translation>
    </message>
    <message>
        <source>Part of the cause</source>
        <translation>只说对了一部分原因</translation>
    </message>
    <message>
        <source>Not the cause</source>
        <translation>不是这个原因</translation>
    </message>
    <message>
        <source>Nothing is wrong</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>You named: %1. Found: %2 of %3.</source>
        <translation>你的回答：%1。找到 %2 / %3。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Your time</source>
        <translation>你的用时</translation>
    </message>
    <message>
        <source>Log read</source>
        <translation>看过的日志</translation>
    </message>
    <message>
        <source>Budget spent</source>
        <translation>用掉的预算</translation>
    </message>
    <message>
        <source>%1 of %2 device-hours</source>
        <translation>%1 / %2 设备小时</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>测量次数</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>%1, healthy %2</source>
        <translation>%1，健康时 %2</translation>
    </message>
    <message>
        <source>This answer is in your progress.</source>
        <translation>这个回答已记入你的进度。</translation>
    </message>
    <message>
        <source>You had answered this incident before: the first answer stays in your progress.</source>
        <translation>你以前回答过这个事故：进度里保留第一次回答。</translation>
    </message>
    <message>
        <source>**%1** (%2). %3</source>
        <extracomment>%1: &quot;One network adapter is slow&quot;, %2: &quot;adapter 5 of node 2&quot;, %3: sentences</extracomment>
        <translation>**%1**（%2）。%3</translation>
    </message>
    <message>
        <source>Nothing was wrong: runs differ from their estimate by as much.</source>
        <translation>没有问题：运行与估计之间本来就有这样大的差别。</translation>
    </message>
    <message>
        <source>Told after [a public thread](%1). The cause is the thread&apos;s; the cluster and what people do on it are made up.</source>
        <translation>根据[一个公开讨论](%1)讲述。原因来自该讨论；集群和人们的做法是虚构的。</translation>
    </message>
    <message>
        <source>Inside a step nothing differs: the time is lost between steps, or in a few of them.</source>
        <translation>一步之内没有差别：时间丢在步与步之间，或丢在少数几步里。</translation>
    </message>
    <message>
        <source>The estimate of a step without the fault, and with it, on one axis.</source>
        <translation>没有故障和有故障的一步的估计，用同一条时间轴。</translation>
    </message>
</context>
<context>
    <name>headroom::JobCard</name>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Scheduler settings, checkpoints and data</source>
        <translation>告诉调度器的内容、检查点与数据</translation>
    </message>
    <message>
        <source>Defaults: no time limit, queue, checkpoints or data set.</source>
        <translation>均未设置：时限、队列、检查点和数据按惯例。</translation>
    </message>
</context>
<context>
    <name>headroom::JobFields</name>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>版本(&amp;R)</translation>
    </message>
    <message>
        <source>Sequence, to&amp;kens</source>
        <translation>序列长度，token(&amp;K)</translation>
    </message>
    <message>
        <source>Seq&amp;uences a step</source>
        <translation>每步序列数(&amp;U)</translation>
    </message>
    <message>
        <source>Training toke&amp;ns</source>
        <translation>训练 token 数(&amp;N)</translation>
    </message>
</context>
<context>
    <name>headroom::LabelledFields</name>
    <message>
        <source>%1: write a number above 0.</source>
        <translation>%1：请填大于 0 的数。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is no number above 0 that can be used here.</source>
        <extracomment>%1 names a field, %2 is what stands in it.</extracomment>
        <translation>%1：“%2”不是此处可用的大于 0 的数。</translation>
    </message>
</context>
<context>
    <name>headroom::LearnPage</name>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Lessons on training performance. Their numbers are computed live, and you solve their tasks in the plan.</source>
        <translation>关于训练性能的课程。其中的数字在阅读时计算，任务在方案中完成。</translation>
    </message>
    <message>
        <source>Lessons and glossary</source>
        <translation>课程与词汇表</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Files that were skipped</source>
        <translation>略过的文件</translation>
    </message>
    <message>
        <source>P&amp;resent</source>
        <translation>演示(&amp;R)</translation>
    </message>
    <message>
        <source>Opens the lesson for a projector (F5)</source>
        <translation>为投影打开课程（F5）</translation>
    </message>
    <message>
        <source>The lesson as a PDF to print</source>
        <translation>可打印的 PDF 课程</translation>
    </message>
    <message>
        <source>Your plan is set aside while a lesson is open.</source>
        <translation>你自己的方案因上课而暂存。</translation>
    </message>
    <message>
        <source>Contin&amp;ue</source>
        <translation>继续(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Skipped:</source>
        <translation>已略过：</translation>
    </message>
    <message>
        <source>Gl&amp;ossary</source>
        <translation>词汇表(&amp;O)</translation>
    </message>
    <message>
        <source>Save hand-ou&amp;t…</source>
        <translation>保存讲义(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Restore it</source>
        <translation>取回(&amp;K)</translation>
    </message>
    <message>
        <source>Save &amp;my progress…</source>
        <translation>保存我的进度(&amp;M)…</translation>
    </message>
    <message>
        <source>A file for the teacher with solved tasks and hints only</source>
        <translation>给教师的文件：已解的任务和提示，没有别的</translation>
    </message>
    <message>
        <source>Lists all lessons again; progress is kept</source>
        <translation>重新列出全部课程；进度保留</translation>
    </message>
    <message>
        <source>A file that lists lessons in order, with extra exercises</source>
        <translation>按次序列出课程、并带有自己练习的文件</translation>
    </message>
    <message>
        <source>Close the course</source>
        <translation>关闭教程</translation>
    </message>
    <message>
        <source>Open course…</source>
        <translation>打开教程…</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>文件…</translation>
    </message>
</context>
<context>
    <name>headroom::LessonDesk</name>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>This lesson cannot be read.</source>
        <translation>无法读取这一课。</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>The hand-out was saved.</source>
        <translation>讲义已保存。</translation>
    </message>
    <message>
        <source>The hand-out was not saved</source>
        <translation>讲义没有保存</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>词汇表</translation>
    </message>
    <message>
        <source>my-name.json</source>
        <translation>我的名字.json</translation>
    </message>
    <message>
        <source>Progress (*.json)</source>
        <translation>进度 (*.json)</translation>
    </message>
    <message>
        <source>The progress was saved.</source>
        <translation>进度已保存。</translation>
    </message>
    <message>
        <source>The progress was not saved</source>
        <translation>进度未保存</translation>
    </message>
    <message>
        <source>Open course</source>
        <translation>打开教程</translation>
    </message>
    <message>
        <source>Courses (*.yaml *.yml)</source>
        <translation>教程 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>The course cannot be used</source>
        <translation>教程不能使用</translation>
    </message>
    <message>
        <source>&amp;Incidents</source>
        <translation>事故(&amp;I)</translation>
    </message>
    <message>
        <source>Incident</source>
        <translation>事故</translation>
    </message>
</context>
<context>
    <name>headroom::LessonFigureView</name>
    <message>
        <source>Figure of the lesson</source>
        <translation>课程图</translation>
    </message>
    <message>
        <source>Plan of the lesson</source>
        <translation>课程的方案</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>A setting and its value, &quot;ZeRO stage 1&quot;.</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Your plan now</source>
        <translation>你现在的方案</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headroom::LessonListModel</name>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>%1 of %2 tasks solved</source>
        <translation>已完成 %1/%2 个任务</translation>
    </message>
</context>
<context>
    <name>headroom::LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Presenter view (F5)</source>
        <translation>演示视图 (F5)</translation>
    </message>
    <message>
        <source>Save a hand-out as PDF</source>
        <translation>把讲义存为 PDF</translation>
    </message>
    <message>
        <source>Leave the lesson and restore your plan</source>
        <translation>离开课程，回到你自己的方案</translation>
    </message>
    <message>
        <source>Contents of the lesson</source>
        <translation>课程目录</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Shows what is still missing (Ctrl+Return)</source>
        <translation>说明还缺什么 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>The next hint</source>
        <translation>下一条提示</translation>
    </message>
    <message>
        <source>Show answer</source>
        <translation>显示答案</translation>
    </message>
    <message>
        <source>Applies the answer to the plan and explains it</source>
        <translation>把答案写入方案并解释</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>The plan at the start of the task</source>
        <translation>任务开始时的方案</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Ctrl+Page Up</source>
        <translation>Ctrl+Page Up</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Ctrl+Page Down</source>
        <translation>Ctrl+Page Down</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1/%2：%3</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>%1 of %2 tasks solved.</source>
        <translation>已完成 %1/%2 个任务。</translation>
    </message>
    <message>
        <source>You can now</source>
        <translation>现在你能够</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Finish restores your plan.</source>
        <translation>点“结束”回到你自己的方案。</translation>
    </message>
    <message>
        <source>Next lesson: [%1](lesson:%2)</source>
        <translation>下一课：[%1](lesson:%2)</translation>
    </message>
</context>
<context>
    <name>headroom::LessonSession</name>
    <message>
        <source>Task: %1</source>
        <translation>任务：%1</translation>
    </message>
    <message>
        <source>The end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>**Hint %1.** %2</source>
        <translation>**提示 %1：** %2</translation>
    </message>
    <message>
        <source>**The answer is in the plan.** %1</source>
        <translation>**答案已写入方案。** %1</translation>
    </message>
    <message>
        <source>Answer of the task</source>
        <translation>任务的答案</translation>
    </message>
    <message>
        <source>**Why it works.** %1</source>
        <translation>**为什么有效。** %1</translation>
    </message>
</context>
<context>
    <name>headroom::LessonView</name>
    <message>
        <source>Lesson text</source>
        <translation>课文</translation>
    </message>
    <message>
        <source>Tab moves between explained terms; Return opens the explanation.</source>
        <translation>Tab 键逐个经过有解释的词，回车键打开解释。</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
</context>
<context>
    <name>headroom::Levers</name>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>nothing to try</source>
        <translation>没有可试的</translation>
    </message>
</context>
<context>
    <name>headroom::LeversPage</name>
    <message>
        <source>Levers</source>
        <translation>调优手段</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Chapter says</source>
        <translation>该章结论</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Every policy of the framework, from the fastest step to the smallest memory.</source>
        <translation>框架的每种策略，从单步最快到显存最省。</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>On device</source>
        <translation>设备上</translation>
    </message>
    <message>
        <source>On host</source>
        <translation>主机上</translation>
    </message>
    <message>
        <source>Against now</source>
        <translation>与当前相比</translation>
    </message>
    <message>
        <source>Where each named tensor lives, its size on the device, and what moving it brings.</source>
        <translation>每个命名张量放在哪里、在设备上占多少，移动它有何作用。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移到</translation>
    </message>
    <message>
        <source>&amp;Take the selected row</source>
        <translation>采用所选行(&amp;T)</translation>
    </message>
    <message>
        <source>Take %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>The plan has this already.</source>
        <translation>方案已是如此。</translation>
    </message>
    <message>
        <source>There is nothing to take in this row.</source>
        <translation>此行没有可采用的内容。</translation>
    </message>
    <message>
        <source>The largest micro-batch that fits under each policy, and the throughput that remains.</source>
        <translation>每种策略下放得下的最大微批，以及由此得到的吞吐。</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Tokens/s/device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>Each dimension as a device sees it, the multiples that chip and number format like, the nearest better whole size and what it would bring in FLOP/s.</source>
        <translation>设备所见的各个维度、芯片与数值格式偏好的倍数、最近的更佳总尺寸，以及它会带来多少 FLOP/s。</translation>
    </message>
    <message>
        <source>Dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Least multiple</source>
        <translation>最小倍数</translation>
    </message>
    <message>
        <source>Multiple</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>更佳</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>收益</translation>
    </message>
    <message>
        <source>How the forward GEMMs of a layer cover the chip: output tiles, rounds over its units, and the useful share.</source>
        <translation>一层的前向 GEMM 如何铺满芯片：输出分块、遍历计算单元的轮数，以及其中有用的部分。</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>分块数</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>波数</translation>
    </message>
    <message>
        <source>Filled</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Useful</source>
        <translation>有用</translation>
    </message>
    <message>
        <source>What each parallel axis needs to hide its traffic: tokens, batch, or a lower degree.</source>
        <translation>每个并行轴要隐藏其通信需要什么：更多 token、更大的批次，或更低的并行度。</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 数</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>临界</translation>
    </message>
    <message>
        <source>Least micro-batch</source>
        <translation>最小微批</translation>
    </message>
    <message>
        <source>Least batch</source>
        <translation>最小批次</translation>
    </message>
    <message>
        <source>Largest degree</source>
        <translation>最大并行度</translation>
    </message>
    <message>
        <source>The step over the rate of the network between nodes, how long the link works and waits, and the tiers of the tune-up document, scaled by the chip&apos;s peak.</source>
        <translation>单步时间随节点间网络速率的变化、链路忙与闲的时间，以及按芯片峰值换算的调优文档档位。</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>闲</translation>
    </message>
    <message>
        <source>Hides all</source>
        <translation>全部隐藏</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>档位</translation>
    </message>
    <message>
        <source>The three kinds of operations of a step on one device, by direction.</source>
        <translation>一步中一台设备上的三类运算，按方向列出。</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>搬运量</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/字节</translation>
    </message>
    <message>
        <source>This plan has nothing to show here.</source>
        <translation>此方案在这里没有可显示的内容。</translation>
    </message>
    <message>
        <source>Tu&amp;ning</source>
        <translation>调优(&amp;N)</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批数</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>显存(&amp;M)</translation>
    </message>
    <message>
        <source>Tensor by tensor</source>
        <translation>逐个张量</translation>
    </message>
    <message>
        <source>Step time over the network between nodes</source>
        <translation>单步时间随节点间网络的变化</translation>
    </message>
    <message>
        <source>Net&amp;work</source>
        <translation>网络(&amp;W)</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>并行轴</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>细节(&amp;D)</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Change of the step time, as a share</source>
        <translation>单步时间的变化比例</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <extracomment>A change of the step time.</extracomment>
        <translation>%1，放不下</translation>
    </message>
    <message>
        <source>Bytes on the device</source>
        <translation>设备上的字节数</translation>
    </message>
    <message>
        <source>What each policy keeps on the device, and its step time; red does not fit.</source>
        <translation>每种策略留在设备上的量及其单步时间；红色的放不下。</translation>
    </message>
    <message>
        <source>network, one way for each device</source>
        <translation>网络，每设备单向</translation>
    </message>
    <message>
        <source>step time, seconds</source>
        <translation>单步时间，秒</translation>
    </message>
    <message>
        <source>Step time, s</source>
        <translation>单步时间，秒</translation>
    </message>
    <message>
        <source>Exposed, s</source>
        <translation>暴露，秒</translation>
    </message>
    <message>
        <source>This plan uses no network between nodes.</source>
        <translation>此方案不使用节点间网络。</translation>
    </message>
    <message>
        <source>What a faster or slower network would change.</source>
        <translation>更快或更慢的网络会带来什么变化。</translation>
    </message>
    <message>
        <source>The change that helps most: %1, %2.</source>
        <extracomment>%1 is a change of a field, %2 the change of the step time: &quot;−1.2 s (−3 %)&quot;.</extracomment>
        <translation>提速最大的一项更改：%1，%2。</translation>
    </message>
    <message>
        <source>No single change that fits makes it notably faster.</source>
        <translation>没有哪一项更改既放得下又明显更快。</translation>
    </message>
    <message>
        <source>Another job</source>
        <translation>另一项任务</translation>
    </message>
    <message>
        <source>What you can change, and what each change brings for this plan. Return or a double click takes it.</source>
        <translation>可以更改什么，以及每项更改给此方案带来什么。按回车键或双击即可采用。</translation>
    </message>
    <message>
        <source>The best value of each setting alone</source>
        <translation>各项设置单独的最佳值</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Each setting at its best other value, the rest of the plan as it is: the largest gain first.</source>
        <translation>每项设置取其最佳的其他值，方案其余部分不变：收益最大的在前。</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Adapters, shorter sequences, more or other devices. Faster or smaller here is another training, or the same on other machines, not the same one done better.</source>
        <translation>适配器、更短的序列、更多或其他设备。这里的更快或更小意味着另一种训练，或在其他机器上进行同样的训练，而不是把同一训练做得更好。</translation>
    </message>
    <message>
        <source>The methods of the tune-up chapter with the chapter&apos;s verdict, and the best change of each for this plan.</source>
        <translation>调优章节的方法、该章节的结论，以及每种方法对此方案的最佳更改。</translation>
    </message>
    <message>
        <source>Best here</source>
        <translation>此处最佳</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
</context>
<context>
    <name>headroom::MainWindow</name>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Ne&amp;xt</source>
        <translation>下一步(&amp;X)</translation>
    </message>
    <message>
        <source>To %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>Four plans are already pinned; remove one on the Compare page.</source>
        <translation>已固定四个方案；请在“比较”页移除一个。</translation>
    </message>
    <message>
        <source>Only a plan with a result can be pinned.</source>
        <translation>只有有结果的方案才能固定。</translation>
    </message>
    <message>
        <source>Pinned. Differences are now shown against the first pin.</source>
        <translation>已固定。现在的变化以第一个固定方案为基准。</translation>
    </message>
    <message>
        <source>Recover unsaved work</source>
        <translation>恢复未保存的工作</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Levers</source>
        <translation>调优手段</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>可调项</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Suggest</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Suggest faster configurations</source>
        <translation>推荐最佳配置</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>A backup of unsaved work cannot be read. It is kept as %1.</source>
        <translation>有一份未保存工作的备份无法读取，已保留为 %1。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message numerus="yes">
        <source>Read as a plan; %n fields are assumed.</source>
        <translation>
            <numerusform>已读作方案；其中 %n 个字段为假定值。</numerusform>
        </translation>
    </message>
    <message>
        <source>Your file</source>
        <translation>你的文件</translation>
    </message>
</context>
<context>
    <name>headroom::MeasureBox</name>
    <message>
        <source>All-reduce test between nodes</source>
        <translation>节点之间的 all-reduce 测试</translation>
    </message>
    <message>
        <source>nvidia-smi on a node</source>
        <translation>在一个节点上运行 nvidia-smi</translation>
    </message>
    <message>
        <source>Memory of one rank</source>
        <translation>一个 rank 的内存</translation>
    </message>
    <message>
        <source>Trace of a step</source>
        <translation>一步的 trace</translation>
    </message>
    <message>
        <source>Short run with one change</source>
        <translation>只改一处的短运行</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>What the measurements showed</source>
        <translation>测量结果</translation>
    </message>
    <message>
        <source>Results of measurements appear here.</source>
        <translation>测量结果显示在这里。</translation>
    </message>
    <message>
        <source>What to measure</source>
        <translation>测量什么</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>改什么</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>and node</source>
        <translation>和节点</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>costs %1 device-hours</source>
        <translation>需要 %1 设备小时</translation>
    </message>
</context>
<context>
    <name>headroom::MeasuredCard</name>
    <message>
        <source>Measured step time</source>
        <translation>实测单步时间</translation>
    </message>
    <message>
        <source>Se&amp;conds per step, as measured</source>
        <translation>实测每步秒数(&amp;C)</translation>
    </message>
    <message>
        <source>Measured seconds per step</source>
        <translation>实测每步秒数</translation>
    </message>
    <message>
        <source>Measured time of one step; leave empty if you have none.</source>
        <translation>一步实际用时；没有测量则留空。</translation>
    </message>
    <message>
        <source>Rates by convention</source>
        <translation>各种口径的速率</translation>
    </message>
    <message>
        <source>Enter a measured step time to get rates, utilisation and the difference from the prediction.</source>
        <translation>输入一步的实际用时；随即给出速率、利用率以及与预测的差距。</translation>
    </message>
    <message>
        <source>%1 MFU, %2 HFU, %3 tokens/s per device; the step took %4 of the prediction.</source>
        <translation>%1 MFU，%2 HFU，每设备 %3 token/s；实测单步时间为预测的 %4。</translation>
    </message>
    <message>
        <source>The hardware reaches at least half of its peak.</source>
        <translation>硬件达到了峰值的一半。</translation>
    </message>
    <message>
        <source>Convention</source>
        <translation>口径</translation>
    </message>
    <message>
        <source>TFLOP/s per device</source>
        <translation>每设备 TFLOP/s</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>占峰值比例</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Enter seconds, from %1 to %2.</source>
        <translation>这不是 %1 到 %2 之间的秒数。</translation>
    </message>
</context>
<context>
    <name>headroom::MeshCard</name>
    <message>
        <source>fast links</source>
        <translation>高速链路</translation>
    </message>
    <message>
        <source>torus</source>
        <translation>环面网络</translation>
    </message>
    <message>
        <source>host bus</source>
        <translation>主机总线</translation>
    </message>
    <message>
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Devices and groups</source>
        <translation>谁与谁协作</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <extracomment>A kind of link and its rate.</extracomment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>%1 exposed</source>
        <translation>暴露 %1</translation>
    </message>
    <message>
        <source>fully hidden</source>
        <translation>全部隐藏</translation>
    </message>
</context>
<context>
    <name>headroom::MeshPicture</name>
    <message>
        <source>Devices and their groups</source>
        <translation>设备及其分组</translation>
    </message>
    <message>
        <source>%1 nodes with %2 devices each.</source>
        <translation>%1 个节点，每个 %2 台设备。</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>%1 more devices in each</source>
        <translation>每个节点还有 %1 台设备</translation>
    </message>
    <message>
        <source>%1 more nodes like these</source>
        <translation>还有 %1 个同样的节点</translation>
    </message>
    <message>
        <source>%1 Groups of %3 devices share the %2 axis. %4</source>
        <extracomment>A picture in words: the devices, an axis, how many work together on it, and what crosses their links.</extracomment>
        <translation>%1每 %3 个设备一组，共享 %2 轴。%4</translation>
    </message>
    <message>
        <source>Node %1, device %2</source>
        <translation>节点 %1，设备 %2</translation>
    </message>
    <message>
        <source>%1: one of %3 devices in its %2 group. %4</source>
        <extracomment>A device, an axis such as &quot;FSDP 8&quot;, how many devices its group has, and its traffic.</extracomment>
        <translation>%1：其 %2 组的 %3 个设备之一。%4</translation>
    </message>
</context>
<context>
    <name>headroom::MissingCard</name>
    <message>
        <source>Missing from the files</source>
        <translation>文件没有说明的内容</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Use the answer to: %1</source>
        <extracomment>Spoken by a screen reader: takes the answer to a question.</extracomment>
        <translation>采用对此问题的回答：%1</translation>
    </message>
</context>
<context>
    <name>headroom::ModelPage</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The transformer to train, and the name of this plan.</source>
        <translation>要训练的 Transformer，以及此方案的名称。</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Use a Hugging Face config.json…</source>
        <translation>使用 Hugging Face 的 config.json…</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Use a configuration file</source>
        <translation>使用配置文件</translation>
    </message>
    <message>
        <source>The shape comes from %1.</source>
        <translation>形状取自 %1。</translation>
    </message>
    <message>
        <source>The shape is written in the plan file.</source>
        <translation>形状写在方案文件里。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Active per token</source>
        <translation>每 token 激活的参数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>MLP size</source>
        <translation>MLP 维度</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>查询头</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>键值头</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>Expert MLP size</source>
        <translation>专家 MLP 维度</translation>
    </message>
    <message>
        <source>Choose a Hugging Face configuration</source>
        <translation>选择 Hugging Face 配置文件</translation>
    </message>
    <message>
        <source>Configurations (*.json);;All files (*)</source>
        <translation>配置文件 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Describe a model…</source>
        <translation>描述一个模型…</translation>
    </message>
    <message>
        <source>Describe a model</source>
        <translation>描述一个模型</translation>
    </message>
</context>
<context>
    <name>headroom::NetworkRow</name>
    <message>
        <source>Network links of a node</source>
        <translation>节点的网络链路数</translation>
    </message>
    <message>
        <source>Gb/s of each link</source>
        <translation>每条链路的 Gb/s</translation>
    </message>
    <message>
        <source>= %1 per device</source>
        <extracomment>What one device gets of the network of its node.</extracomment>
        <translation>= 每个设备 %1</translation>
    </message>
</context>
<context>
    <name>headroom::NextRunCard</name>
    <message>
        <source>Next run</source>
        <translation>下一次运行</translation>
    </message>
    <message>
        <source>Against the plan</source>
        <translation>与方案相比</translation>
    </message>
    <message>
        <source>Step, 80 %</source>
        <translation>单步，80 %</translation>
    </message>
    <message>
        <source>Expected gain</source>
        <translation>预期收益</translation>
    </message>
    <message>
        <source>Device-hours</source>
        <translation>设备小时</translation>
    </message>
    <message>
        <source>&amp;Propose next runs</source>
        <translation>建议下一次运行(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Open as plan</source>
        <translation>作为方案打开(&amp;O)</translation>
    </message>
    <message>
        <source>Expo&amp;rt…</source>
        <translation>导出(&amp;R)…</translation>
    </message>
    <message>
        <source>Proposed runs</source>
        <translation>建议的运行</translation>
    </message>
    <message>
        <source>Applies the run&apos;s settings to the plan (undo reverts).</source>
        <translation>把此运行的设置写入方案；可以撤销。</translation>
    </message>
    <message>
        <source>Proposes which configuration to measure next: fast candidates, and runs that settle what your logs leave open.</source>
        <translation>把搜索结果与您的运行尚未说明的部分相权衡：下一次该测哪个配置，测完能知道什么。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Every best compromise has been measured.</source>
        <translation>前沿上的每个配置都已测过。</translation>
    </message>
    <message>
        <source>The gain is relative to the shortest step measured so far, or to the shortest expected one.</source>
        <translation>收益相对于迄今测得的最短单步，没有测量时相对于预计最短的单步。</translation>
    </message>
    <message>
        <source>What it settles: %1.</source>
        <extracomment>What is known after a proposed run, as a clause.</extracomment>
        <translation>它能判明：%1。</translation>
    </message>
</context>
<context>
    <name>headroom::NoResult</name>
    <message>
        <source>This plan has no result:</source>
        <translation>此方案没有结果：</translation>
    </message>
    <message>
        <source>Go to the field</source>
        <translation>转到该字段</translation>
    </message>
    <message>
        <source>Find one that fits</source>
        <translation>找一个放得下的方案</translation>
    </message>
    <message>
        <source>The page says why and offers ways out.</source>
        <translation>页面上说明了原因，并给出可行的更改。</translation>
    </message>
</context>
<context>
    <name>headroom::OwnFilesCard</name>
    <message>
        <source>Change my files</source>
        <translation>更改我的文件</translation>
    </message>
    <message>
        <source>Shows the lines of your files that would say this plan</source>
        <translation>显示你的文件中能表达此计划的行</translation>
    </message>
    <message>
        <source>This plan was read from %1: its lines can say it, too.</source>
        <translation>此计划读自 %1：也可以用它的行来表达。</translation>
    </message>
</context>
<context>
    <name>headroom::OwnModelDialog</name>
    <message>
        <source>Gated MLP (SwiGLU): three matrices instead of two</source>
        <translation>门控 MLP（SwiGLU）：三个矩阵而不是两个</translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation>混合专家</translation>
    </message>
    <message>
        <source>Describe your model</source>
        <translation>自己的模型</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>MLP size</source>
        <translation>MLP 维度</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>查询头</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>键值头</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>Expert MLP size</source>
        <translation>专家 MLP 维度</translation>
    </message>
    <message>
        <source>%1: write a whole number.</source>
        <translation>%1：请填整数。</translation>
    </message>
</context>
<context>
    <name>headroom::PageListModel</name>
    <message>
        <source>%1, has a problem</source>
        <translation>%1，有问题</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <extracomment>A step of the walk: number, title.</extracomment>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>%1, has a warning</source>
        <translation>%1，有警告</translation>
    </message>
    <message>
        <source>%1, no problems</source>
        <translation>%1，没有问题</translation>
    </message>
</context>
<context>
    <name>headroom::ParallelismPage</name>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>How the work is split over the devices. The product of the degrees is the device count.</source>
        <translation>工作如何分布到设备上；各并行度之积等于设备数。</translation>
    </message>
    <message>
        <source>Degrees</source>
        <translation>并行度</translation>
    </message>
    <message>
        <source>Batch and activations</source>
        <translation>批次与激活</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>细节</translation>
    </message>
    <message>
        <source>Data-parallel ranks</source>
        <translation>数据并行 rank</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批数</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>S&amp;uggest faster configurations…</source>
        <translation>寻找最佳配置(&amp;U)…</translation>
    </message>
    <message>
        <source>Searches all valid degrees, micro-batches and remat policies</source>
        <translation>搜索所有有效的并行度、微批大小和重计算策略</translation>
    </message>
    <message>
        <source>What one device holds</source>
        <translation>一台设备上有什么</translation>
    </message>
    <message>
        <source>%1 = %2 of %3 devices</source>
        <extracomment>Degrees multiplied, their product, the devices that there are.</extracomment>
        <translation>%1 = %2，共 %3 台设备</translation>
    </message>
    <message>
        <source>Tokens per device and step</source>
        <translation>每设备每步 token 数</translation>
    </message>
    <message>
        <source>budget %1</source>
        <extracomment>The memory that the allocator has on a device.</extracomment>
        <translation>预算 %1</translation>
    </message>
</context>
<context>
    <name>headroom::PasteFlagsDialog</name>
    <message>
        <source>Paste your flags</source>
        <translation>粘贴你的标志</translation>
    </message>
    <message>
        <source>Paste a shell, sbatch or Python script, or the text of XLA_FLAGS. Nothing is executed.</source>
        <translation>shell 脚本、sbatch 或 Python 文件，或者 XLA_FLAGS 的文字本身。不会运行任何东西。</translation>
    </message>
    <message>
        <source>&amp;Import into the plan</source>
        <translation>导入方案(&amp;I)</translation>
    </message>
    <message>
        <source>Flags to check</source>
        <translation>要检查的标志</translation>
    </message>
    <message>
        <source>Paste here</source>
        <translation>粘贴到这里</translation>
    </message>
    <message>
        <source>&amp;Fix all</source>
        <translation>修正可修正之处(&amp;M)</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Line:column</source>
        <translation>行：列</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>怎么办</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>Errors: %1. Warnings: %2. Hints: %3.</source>
        <translation>错误：%1。警告：%2。提示：%3。</translation>
    </message>
    <message>
        <source>Import pasted flags</source>
        <translation>导入粘贴的标志</translation>
    </message>
    <message>
        <source>Fix the &amp;selected finding</source>
        <translation>修正所选问题(&amp;S)</translation>
    </message>
</context>
<context>
    <name>headroom::PinStore</name>
    <message>
        <source>The pinned plans cannot be read: %1</source>
        <translation>固定的方案无法读取：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n pinned plans have no result and are not shown.</source>
        <translation>
            <numerusform>有 %n 个固定的方案没有结果，未显示。</numerusform>
        </translation>
    </message>
    <message>
        <source>The pinned plans cannot be saved: %1</source>
        <translation>固定的方案无法保存：%1</translation>
    </message>
</context>
<context>
    <name>headroom::PlanController</name>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Untitled plan</source>
        <translation>未命名方案</translation>
    </message>
    <message>
        <source>%1 was adjusted so that the degrees match the device count.</source>
        <extracomment>A degree was stepped, and another field had to follow; %1 is its label and new value.</extracomment>
        <translation>%1 随之调整，使各并行度之积等于设备数。</translation>
    </message>
    <message>
        <source>%1 has no valid value there.</source>
        <translation>%1 在该方向上没有有效的值。</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <extracomment>A step of the history: label of a field, value before, value after.</extracomment>
        <translation>%1 %2 → %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <extracomment>A step of the history that changed several fields: the first one, then how many others.</extracomment>
        <translation>
            <numerusform>%1 及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A step of the history: its name, then what it changed.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The plan is now called “%1”.</source>
        <translation>方案现名为“%1”。</translation>
    </message>
    <message>
        <source>%1 %2 → %3 (not valid)</source>
        <extracomment>A step of the history: label of a field, value before, what was typed and is not accepted.</extracomment>
        <translation>%1 %2 → %3（无效）</translation>
    </message>
</context>
<context>
    <name>headroom::PlanFiles</name>
    <message>
        <source>The plan cannot be opened</source>
        <translation>无法打开方案</translation>
    </message>
    <message>
        <source>The plan cannot be saved</source>
        <translation>无法保存方案</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Reload from disk</source>
        <translation>从磁盘重新载入</translation>
    </message>
    <message>
        <source>Choosing degrees…</source>
        <translation>正在选择并行度…</translation>
    </message>
    <message>
        <source>No training run was recognised in %1.</source>
        <translation>在 %1 中没有认出任何运行。</translation>
    </message>
    <message>
        <source>The run cannot be read</source>
        <translation>无法读取这次运行</translation>
    </message>
    <message>
        <source>Choose a log, script or configuration</source>
        <translation>选择日志、脚本或配置</translation>
    </message>
    <message>
        <source>Logs, scripts, configurations (*);;All files (*)</source>
        <translation>日志、脚本、配置 (*);;所有文件 (*)</translation>
    </message>
    <message>
        <source>plan that was found</source>
        <extracomment>A step of the history.</extracomment>
        <translation>找到的计划</translation>
    </message>
</context>
<context>
    <name>headroom::PlanFinder</name>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>No&amp;des</source>
        <translation>节点(&amp;D)</translation>
    </message>
    <message>
        <source>Device&amp;s each</source>
        <translation>每节点设备(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Links of a node</source>
        <translation>每节点网络链路(&amp;L)</translation>
    </message>
    <message>
        <source>Gb/s each</source>
        <translation>每条 Gb/s</translation>
    </message>
    <message>
        <source>F&amp;ind a plan</source>
        <translation>寻找方案(&amp;I)</translation>
    </message>
    <message>
        <source>Network: %1 per device.</source>
        <extracomment>Of the network.</extracomment>
        <translation>网络：每设备 %1。</translation>
    </message>
    <message>
        <source>%1 on %2 × %3 %4</source>
        <extracomment>Name of a new plan: model, nodes, devices of a node, chip.</extracomment>
        <translation>%1，%2 × %3 %4</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Why: %1.</source>
        <extracomment>Why the search recommends a plan, as a clause.</extracomment>
        <translation>理由：%1。</translation>
    </message>
    <message>
        <source>Opens this plan in place of the one that is open</source>
        <translation>打开此方案，替换当前打开的方案</translation>
    </message>
    <message>
        <source>No plan can be searched for this; the open plan says why.</source>
        <translation>无法为此搜索方案；打开的方案会说明原因。</translation>
    </message>
    <message>
        <source>No plan fits.</source>
        <translation>没有放得下的方案。</translation>
    </message>
    <message>
        <source>Looking for what would fit…</source>
        <translation>正在寻找放得下的方案…</translation>
    </message>
    <message>
        <source>No plan fits, whatever is changed: the nearest lacks %1 per device.</source>
        <extracomment>%1: an amount of memory.</extracomment>
        <translation>无论怎样改动都没有放得下的方案：最接近的方案每台设备缺 %1。</translation>
    </message>
    <message>
        <source>Fits with a change</source>
        <translation>改动后放得下</translation>
    </message>
    <message>
        <source>No plan fits as asked. The nearest change that makes one fit: %1.</source>
        <extracomment>%1: what is changed, such as &quot;FSDP → 32&quot;.</extracomment>
        <translation>按所提条件没有放得下的方案。使其放得下的最小改动：%1。</translation>
    </message>
    <message>
        <source>&amp;Chip or machine</source>
        <translation>芯片或机型(&amp;C)</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>您想做什么？</translation>
    </message>
    <message>
        <source>Find the fe&amp;west devices…</source>
        <translation>寻找最少的设备(&amp;W)…</translation>
    </message>
    <message>
        <source>Tries other numbers of nodes, too</source>
        <translation>也尝试其他节点数</translation>
    </message>
    <message>
        <source>Cost on every chi&amp;p…</source>
        <translation>各种芯片上的成本(&amp;P)…</translation>
    </message>
    <message>
        <source>Days and cost on every chip and number of devices</source>
        <translation>每种芯片和设备数的天数与成本</translation>
    </message>
    <message>
        <source>Give a log, launch script or configuration of MaxText, Megatron, torchtitan, DeepSpeed and others: choose it, drop it on the window, or paste its text with Ctrl+V. Headroom says where the time goes and what would shorten the step.</source>
        <translation>提供 MaxText、Megatron、torchtitan、DeepSpeed 等的日志、启动脚本或配置：选择文件、拖放到窗口上，或用 Ctrl+V 粘贴其文本。Headroom 会说明时间花在哪里，以及什么能缩短每步时间。</translation>
    </message>
    <message>
        <source>Choose a log or s&amp;cript…</source>
        <translation>选择日志或脚本(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Paste text</source>
        <translation>粘贴文本(&amp;P)</translation>
    </message>
    <message>
        <source>Use %1</source>
        <extracomment>%1: the name of a model or chip that was probably meant.</extracomment>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Trying every valid plan…</source>
        <translation>正在尝试所有有效的计划…</translation>
    </message>
</context>
<context>
    <name>headroom::PlanText</name>
    <message>
        <source>data %1</source>
        <extracomment>A parallel axis with its degree, as in &quot;FSDP 8&quot;.</extracomment>
        <translation>数据 %1</translation>
    </message>
    <message>
        <source>FSDP %1</source>
        <translation>FSDP %1</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>pipeline %1</source>
        <translation>流水线 %1</translation>
    </message>
    <message>
        <source>expert %1</source>
        <translation>专家 %1</translation>
    </message>
    <message>
        <source>one device</source>
        <translation>一台设备</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批 %1</translation>
    </message>
    <message>
        <source>recomputation %1</source>
        <extracomment>What is recomputed: the id of a policy.</extracomment>
        <translation>重计算 %1</translation>
    </message>
</context>
<context>
    <name>headroom::PredictionChart</name>
    <message>
        <source>Measured and predicted</source>
        <translation>实测与预测</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Measured, s</source>
        <translation>实测，秒</translation>
    </message>
    <message>
        <source>Predicted, s</source>
        <translation>预测，秒</translation>
    </message>
    <message>
        <source>10 %, s</source>
        <translation>10 %，秒</translation>
    </message>
    <message>
        <source>90 %, s</source>
        <translation>90 %，秒</translation>
    </message>
    <message>
        <source>Measured / predicted</source>
        <translation>实测 / 预测</translation>
    </message>
    <message>
        <source>predicted, 80 %</source>
        <translation>预测，80 %</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>预测值</translation>
    </message>
    <message>
        <source>measured, within</source>
        <translation>实测，在区间内</translation>
    </message>
    <message>
        <source>measured, outside</source>
        <translation>实测，在区间外</translation>
    </message>
    <message>
        <source>%1 of %2 measured runs lie within the predicted interval.</source>
        <translation>实测落在预测区间之内：%2 次中 %1 次。</translation>
    </message>
    <message>
        <source>Before, s</source>
        <translation>校准前，s</translation>
    </message>
    <message>
        <source>Measured / before</source>
        <translation>实测 / 校准前</translation>
    </message>
    <message>
        <source>Measured within the interval: %1 of %3 before the calibration, %2 of %3 with it.</source>
        <translation>实测落在区间内：校准前 %1 / %3，校准后 %2 / %3。</translation>
    </message>
    <message>
        <source>before the calibration, 80 %</source>
        <translation>校准前，80 %</translation>
    </message>
    <message>
        <source>%1
measured %2, predicted %3, before the calibration %4</source>
        <translation>%1
实测 %2，预测 %3，校准前 %4</translation>
    </message>
    <message>
        <source>%1
measured %2, predicted %3</source>
        <extracomment>A run, its step, and the prediction with its interval in brackets.</extracomment>
        <translation>%1
实测 %2，预测 %3</translation>
    </message>
</context>
<context>
    <name>headroom::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外观(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Folder of your profiles and lessons</source>
        <translation>自己的资料与课程文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Folder of your profiles and lessons</source>
        <translation>自己的资料与课程文件夹</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language and folder take effect at the next start.</source>
        <translation>语言和文件夹在下次启动时生效。</translation>
    </message>
</context>
<context>
    <name>headroom::PresenterWindow</name>
    <message>
        <source>Presenter view</source>
        <translation>演示视图</translation>
    </message>
    <message>
        <source>Lesson text</source>
        <translation>课文</translation>
    </message>
    <message>
        <source>%1   %2 / %3</source>
        <translation>%1   %2 / %3</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>more</source>
        <translation>还有</translation>
    </message>
    <message>
        <source>You can now</source>
        <translation>现在你能够</translation>
    </message>
    <message>
        <source>Next: **%1**</source>
        <extracomment>The next lesson, which the key that walks on opens.</extracomment>
        <translation>下一课：**%1**</translation>
    </message>
    <message>
        <source>Space reads on · arrows walk · + and − size · I inverts · A answer · F11 full screen · Esc ends</source>
        <translation>空格继续 · 方向键移动 · + 和 − 调字号 · I 反色 · A 答案 · F11 全屏 · Esc 结束</translation>
    </message>
    <message>
        <source>Why it works</source>
        <translation>为什么有效</translation>
    </message>
</context>
<context>
    <name>headroom::PriceDialog</name>
    <message>
        <source>Prices and chips</source>
        <translation>价格与芯片</translation>
    </message>
    <message>
        <source>Enter what you pay per device-hour; leave empty for the profile&apos;s price. Unticked chips are not tried.</source>
        <translation>请输入您每设备小时支付的价格；留空则取配置档的价格。未勾选的芯片不参与尝试。</translation>
    </message>
    <message>
        <source>Prices of the chips</source>
        <translation>芯片价格</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a price: enter dollars above 0, or leave empty for the profile&apos;s.</source>
        <translation>“%1”不是价格：请输入大于 0 的美元数，或留空以取配置档的价格。</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>全部勾选(&amp;A)</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>全部不勾选(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Profile prices</source>
        <translation>配置档的价格(&amp;P)</translation>
    </message>
</context>
<context>
    <name>headroom::PriceList</name>
    <message>
        <source>yours; the profile says %1</source>
        <translation>您的价格；配置档为 %1</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>USD per device-hour</source>
        <translation>美元/设备小时</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>headroom::ProfilePicker</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Choose a chip</source>
        <translation>选择芯片</translation>
    </message>
    <message>
        <source>Name or part of it</source>
        <translation>名称或其中一部分</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>headroom::ProfileTable</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>激活参数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>%1, %2 a token</source>
        <translation>%1 个，每 token %2 个</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory rate</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>bf16, dense</source>
        <translation>bf16，稠密</translation>
    </message>
    <message>
        <source>fp8, dense</source>
        <translation>fp8，稠密</translation>
    </message>
    <message>
        <source>Scale-up link</source>
        <translation>纵向扩展链路</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>MoE, mixture of experts</source>
        <translation>MoE，混合专家</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>稠密</translation>
    </message>
</context>
<context>
    <name>headroom::QuantityText</name>
    <message>
        <source>T</source>
        <extracomment>Short scale: thousand, million, billion, trillion.</extracomment>
        <translation>T</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>pp</source>
        <extracomment>Unit of a difference between two percentages (percentage points).</extracomment>
        <translation>个百分点</translation>
    </message>
    <message>
        <source>80 %: %1</source>
        <extracomment>The interval that holds the true value with 80 % probability.</extracomment>
        <translation>80 %：%1</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>%1 × as fast</source>
        <extracomment>A step against another: &quot;3.3 × as fast&quot;.</extracomment>
        <translation>快至 %1 倍</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>快 %1</translation>
    </message>
    <message>
        <source>%1 × as long</source>
        <extracomment>A step against another: &quot;3.3 × as long&quot;.</extracomment>
        <translation>用时 %1 倍</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>慢 %1</translation>
    </message>
</context>
<context>
    <name>headroom::RecommendationCard</name>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Pin for comparison</source>
        <translation>固定以便比较(&amp;P)</translation>
    </message>
    <message>
        <source>Apply a&amp;nd export…</source>
        <translation>应用并导出(&amp;N)…</translation>
    </message>
    <message>
        <source>%1 a step (%2)</source>
        <extracomment>A step time with its interval.</extracomment>
        <translation>每步 %1（%2）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中用 %1</translation>
    </message>
    <message>
        <source>fits with %1</source>
        <extracomment>Probability of fitting in memory.</extracomment>
        <translation>放得下的概率 %1</translation>
    </message>
    <message>
        <source>%1 tokens/s per device</source>
        <translation>每设备 %1 token/s</translation>
    </message>
    <message>
        <source>%1 MFU</source>
        <translation>MFU %1</translation>
    </message>
    <message>
        <source>This is the plan now</source>
        <translation>现在的方案就是它</translation>
    </message>
    <message>
        <source>There is nothing left to apply</source>
        <translation>没有可应用的改动</translation>
    </message>
    <message>
        <source>Expo&amp;rt…</source>
        <translation>导出(&amp;R)…</translation>
    </message>
</context>
<context>
    <name>headroom::RepairButtons</name>
    <message>
        <source>Repair: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A remedy: what it changes, and what a step then takes more or less.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headroom::Report</name>
    <message>
        <source>No findings for this plan.</source>
        <translation>此方案没有需要说明之处。</translation>
    </message>
    <message>
        <source>This plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>Memory and time</source>
        <translation>显存与时间</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
    <message>
        <source>%1 (80 %: %2 to %3)</source>
        <extracomment>A predicted value and the interval that holds it in 80 % of cases.</extracomment>
        <translation>%1（80 %：%2 到 %3）</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>Memory pool</source>
        <translation>显存池容量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>HFU</source>
        <translation>HFU</translation>
    </message>
    <message>
        <source>Tokens/s per device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>Model FLOP/s per device</source>
        <translation>每设备模型 FLOP/s</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Predicted by Headroom %1 on %2.</source>
        <extracomment>Version of the program, then a date.</extracomment>
        <translation>由 Headroom %1 于 %2 预测。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Foot of a page: its number, and how many there are.</extracomment>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效比例</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>其他选择</translation>
    </message>
    <message>
        <source>Risks</source>
        <translation>风险</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Step time (80 %)</source>
        <translation>单步时间（80 %）</translation>
    </message>
    <message>
        <source>Memory (80 %)</source>
        <translation>显存（80 %）</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>This plan: %1</source>
        <translation>本方案：%1</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <extracomment>A plan that was put aside for comparison: its name.</extracomment>
        <translation>已固定：%1</translation>
    </message>
    <message>
        <source>The plan fits in memory with a probability of %1.</source>
        <extracomment>A probability.</extracomment>
        <translation>方案放得进显存的概率为 %1。</translation>
    </message>
    <message>
        <source>Measurements cover plans like this one.</source>
        <translation>它在测量所覆盖的范围之内。</translation>
    </message>
    <message>
        <source>Expected failures during the run: %1; %2 of the time makes progress after restarts and checkpoints.</source>
        <translation>整个运行期间预计故障 %1 次；计入重启和检查点，%2 的时间取得进展。</translation>
    </message>
</context>
<context>
    <name>headroom::ResultPage</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Where time and memory go, and how they change with the batch.</source>
        <translation>显存和时间用在哪里，以及如何随批次变化。</translation>
    </message>
    <message>
        <source>Derived figures</source>
        <translation>由此得出</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Network per device</source>
        <translation>每设备网络</translation>
    </message>
    <message>
        <source>What the chart varies</source>
        <translation>图表的自变量</translation>
    </message>
    <message>
        <source>GB/s per device</source>
        <translation>每设备 GB/s</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>MFU, %</source>
        <translation>MFU，%</translation>
    </message>
    <message>
        <source>Tokens/s per device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>%1: none of these fits in memory.</source>
        <translation>%1：这些取值都放不下。</translation>
    </message>
    <message>
        <source>Outside the pool</source>
        <translation>显存池之外</translation>
    </message>
    <message>
        <source>Host memory per node</source>
        <translation>每节点主机内存</translation>
    </message>
    <message>
        <source>HFU</source>
        <translation>HFU</translation>
    </message>
    <message>
        <source>Critical tokens per device</source>
        <translation>每设备临界 token 数</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Device-hours</source>
        <translation>设备小时</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>Axis: what is varied, then its unit.</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>step time, seconds</source>
        <translation>单步时间（秒）</translation>
    </message>
    <message>
        <source>memory per device, GiB</source>
        <translation>每设备显存（GiB）</translation>
    </message>
    <message>
        <source>Step time, s</source>
        <translation>单步时间（秒）</translation>
    </message>
    <message>
        <source>Memory per device, GiB</source>
        <translation>每设备显存（GiB）</translation>
    </message>
    <message>
        <source>Var&amp;y</source>
        <translation>自变量(&amp;Y)</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐</translation>
    </message>
    <message>
        <source>tokens/s per device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>%1: the fastest that fits is %2, with %3 tokens/s per device and %4 MFU.</source>
        <translation>%1：放得下的最快取值是 %2，每设备 %3 token/s，MFU %4。</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效比例</translation>
    </message>
    <message>
        <source>Checkpoint interval, planned</source>
        <translation>检查点间隔（按方案）</translation>
    </message>
    <message>
        <source>Checkpoint interval, best</source>
        <translation>检查点间隔（最佳）</translation>
    </message>
    <message>
        <source>%1 each</source>
        <extracomment>Below the time between two checkpoints: how long writing one takes.</extracomment>
        <translation>每次 %1</translation>
    </message>
</context>
<context>
    <name>headroom::ResultPanel</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Tokens/s per device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>Model FLOP/s per device</source>
        <translation>每设备模型 FLOP/s</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Differences are against the pinned plan “%1”.</source>
        <translation>变化以固定方案“%1”为基准。</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>容量 %1</translation>
    </message>
    <message>
        <source>Memory per device by term</source>
        <translation>各项每设备显存</translation>
    </message>
    <message>
        <source>Step time by term</source>
        <translation>各项单步时间</translation>
    </message>
    <message>
        <source>The figures below are from before this change.</source>
        <translation>下面的数字属于此次修改之前的方案。</translation>
    </message>
    <message>
        <source>It may not fit: the 80 % interval reaches above the budget.</source>
        <translation>可能放不下：80 % 区间超出预算。</translation>
    </message>
    <message>
        <source>The devices would be mostly idle.</source>
        <translation>设备几乎没有被利用。</translation>
    </message>
    <message>
        <source>See the findings below.</source>
        <translation>请看下面的诊断。</translation>
    </message>
    <message>
        <source>Extrapolated</source>
        <translation>外推</translation>
    </message>
    <message>
        <source>%1 makes it fit: %2 per step.</source>
        <extracomment>The cheapest change that makes the plan fit, and what a step then takes more or less.</extracomment>
        <translation>%1 即可放下：每步 %2。</translation>
    </message>
</context>
<context>
    <name>headroom::RooflineChart</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>arithmetic intensity, FLOP per byte moved</source>
        <translation>算术强度，每移动一字节的 FLOP</translation>
    </message>
    <message>
        <source>TFLOP/s per device</source>
        <translation>每设备 TFLOP/s</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>FLOP/字节</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>The ridge is at %1 FLOP per byte. Most time goes into %2, at %3 FLOP per byte.</source>
        <translation>拐点在每字节 %1 FLOP。用时最多的是%2，强度为每字节 %3 FLOP。</translation>
    </message>
    <message>
        <source>There is no work to show yet.</source>
        <translation>还没有可显示的内容。</translation>
    </message>
    <message>
        <source>roof of device memory</source>
        <translation>设备显存的上限</translation>
    </message>
    <message>
        <source>roof of the scale-up link</source>
        <translation>域内互连的上限</translation>
    </message>
    <message>
        <source>%1
%2 FLOP per byte, %3
%4 of a step</source>
        <translation>%1
每字节 %2 FLOP，%3
每步 %4</translation>
    </message>
    <message>
        <source>roof of one torus axis</source>
        <translation>一条环面轴的上限</translation>
    </message>
    <message>
        <source>roof of the host bus</source>
        <translation>主机总线的上限</translation>
    </message>
    <message>
        <source>roof of the network</source>
        <translation>网络的上限</translation>
    </message>
    <message>
        <source>alongside %1 of computation</source>
        <translation>与 %1 的计算并行</translation>
    </message>
</context>
<context>
    <name>headroom::RowChart</name>
    <message>
        <source>%1: %2</source>
        <extracomment>A row of a chart: name, value.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headroom::RunImport</name>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Answer a question</source>
        <translation>回答一个问题</translation>
    </message>
</context>
<context>
    <name>headroom::RunTableModel</name>
    <message>
        <source>custom shape</source>
        <translation>自定形状</translation>
    </message>
    <message>
        <source>%1, %2 × %3</source>
        <extracomment>A run: model, number of devices, kind of device.</extracomment>
        <translation>%1，%2 × %3</translation>
    </message>
    <message>
        <source>as predicted</source>
        <translation>与预测相符</translation>
    </message>
    <message>
        <source>does not match this plan</source>
        <translation>不可能是这个方案</translation>
    </message>
    <message>
        <source>The run&apos;s plan is predicted to take %1; four of five runs lie within the interval.</source>
        <translation>这次运行的方案预测为 %1；五次运行中有四次落在区间之内。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>Predicted, 80 %</source>
        <translation>预测，80 %</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
</context>
<context>
    <name>headroom::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Your measured runs, compared with the prediction, and why they differ.</source>
        <translation>实际发生的，与预测并列，以及为什么不同。</translation>
    </message>
    <message>
        <source>&amp;Add logs…</source>
        <translation>添加日志(&amp;A)…</translation>
    </message>
    <message>
        <source>No run yet. Add or drop the log of a training run: MaxText, Megatron-LM, NeMo, torchtitan, DeepSpeed or Hugging Face Trainer, with its configuration and launch script.</source>
        <translation>还没有运行。请添加训练日志，或拖到窗口上：MaxText、Megatron-LM、NeMo、torchtitan、DeepSpeed、Hugging Face Trainer，连同配置和启动脚本。方案由日志打印的内容重建。</translation>
    </message>
    <message>
        <source>Choose the log of a run</source>
        <translation>选择运行的日志</translation>
    </message>
    <message>
        <source>Logs and configurations (*.log *.out *.err *.txt *.json *.jsonl *.toml *.yml *.yaml *.sh *.sbatch *.csv *.gz);;All files (*)</source>
        <translation>日志和配置 (*.log *.out *.err *.txt *.json *.jsonl *.toml *.yml *.yaml *.sh *.sbatch *.csv *.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Runs are kept next to the saved plan.</source>
        <translation>保存的方案会把运行放在它旁边。</translation>
    </message>
    <message numerus="yes">
        <source>%n runs in %1</source>
        <translation>
            <numerusform>%1 中有 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1，第 %2 行：%3</translation>
    </message>
    <message>
        <source>Reading files…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>One run in %1</source>
        <translation>%1 中有一次运行</translation>
    </message>
    <message>
        <source>added: %1</source>
        <translation>添加：%1</translation>
    </message>
    <message>
        <source>replaced: %1</source>
        <translation>替换：%1</translation>
    </message>
    <message>
        <source>already added: %1</source>
        <translation>已经在：%1</translation>
    </message>
    <message>
        <source>measurements of individual operations: %1</source>
        <translation>单项操作的测量：%1</translation>
    </message>
    <message>
        <source>nothing was recognised</source>
        <translation>什么都没有认出</translation>
    </message>
    <message>
        <source>Use your measurements</source>
        <translation>使用自己的测量</translation>
    </message>
    <message>
        <source>The plan has changed; ask again.</source>
        <translation>方案已改动；请重新询问。</translation>
    </message>
    <message>
        <source>The plan&apos;s calibration cannot be used: %1</source>
        <translation>方案引用的校准无法使用：%1</translation>
    </message>
    <message>
        <source>Cluster profile (*.yaml)</source>
        <translation>集群配置档 (*.yaml)</translation>
    </message>
    <message>
        <source>The profile cannot be saved</source>
        <translation>无法保存配置档</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已存为 %1。</translation>
    </message>
    <message>
        <source>Open a proposed run</source>
        <translation>打开建议的运行</translation>
    </message>
    <message>
        <source>The plan is now the proposed run (undo reverts).</source>
        <translation>方案现在就是建议的运行；可以撤销。</translation>
    </message>
    <message>
        <source>Use compiled memory</source>
        <translation>采用编译器的显存</translation>
    </message>
    <message>
        <source>Use estimated memory</source>
        <translation>采用估算的显存</translation>
    </message>
    <message>
        <source>a draft; it is kept next to the plan when you save</source>
        <translation>草稿（保存方案时与方案放在一起）</translation>
    </message>
    <message>
        <source>&amp;What would be faster?</source>
        <translation>怎样更快(&amp;W)</translation>
    </message>
    <message>
        <source>Not judged yet: %1 is unknown.</source>
        <translation>此次运行尚未评判，因为没有说明%1。</translation>
    </message>
    <message>
        <source>Save the plan first: its runs are kept next to it.</source>
        <translation>请先保存方案：运行记录会与方案放在一起。</translation>
    </message>
</context>
<context>
    <name>headroom::ScatterChart</name>
    <message>
        <source>measured, %1</source>
        <translation>实测，%1</translation>
    </message>
    <message>
        <source>predicted, %1</source>
        <translation>预测，%1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation>实测，%1</translation>
    </message>
    <message>
        <source>Predicted, %1</source>
        <translation>预测，%1</translation>
    </message>
    <message>
        <source>Predicted / measured</source>
        <translation>预测 / 实测</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>±20 %</source>
        <translation>±20 %</translation>
    </message>
    <message>
        <source>%1
measured %2, predicted %3</source>
        <translation>%1
实测 %2，预测 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>this plan with its interval (not measured)</source>
        <translation>本方案及其区间，未测量</translation>
    </message>
</context>
<context>
    <name>headroom::Search</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>An amount of a term: &quot;1.9 s of Exposed all-gather&quot;.</extracomment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1 valid configurations, %2 evaluated, %3 fit</source>
        <translation>有效配置 %1 个，计算 %2 个，放得下 %3 个</translation>
    </message>
    <message>
        <source>Shortest step</source>
        <translation>单步时间最短</translation>
    </message>
    <message>
        <source>Most free memory</source>
        <translation>剩余显存最多</translation>
    </message>
    <message>
        <source>Lowest cost</source>
        <translation>费用最低</translation>
    </message>
    <message>
        <source>Fewest devices</source>
        <translation>设备最少</translation>
    </message>
    <message>
        <source>Overlap flags</source>
        <translation>重叠标志</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <extracomment>A setting with its value before and after.</extracomment>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>与方案相同</translation>
    </message>
    <message>
        <source>Both take the same time and memory.</source>
        <translation>两者的时间和显存相同。</translation>
    </message>
    <message>
        <source>Saves %1.</source>
        <translation>节省 %1。</translation>
    </message>
    <message>
        <source>Costs %1.</source>
        <translation>增加 %1。</translation>
    </message>
    <message>
        <source>Saves %1; costs %2.</source>
        <translation>节省 %1；增加 %2。</translation>
    </message>
    <message>
        <source>Stopped early; best so far. %1.</source>
        <translation>提前停止；这是目前最好的。%1。</translation>
    </message>
    <message>
        <source>Finished in %1: %2.</source>
        <extracomment>Duration of the search, then its counts.</extracomment>
        <translation>用时 %1：%2。</translation>
    </message>
    <message>
        <source>%1 less memory</source>
        <translation>内存少 %1</translation>
    </message>
    <message>
        <source>%1 cheaper</source>
        <translation>便宜 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more changes</source>
        <translation>
            <numerusform>另有 %n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>fits with %1</source>
        <translation>以 %1 的概率放得下</translation>
    </message>
    <message>
        <source>fits with %1 instead of %2</source>
        <translation>以 %1 的概率放得下（现为 %2）</translation>
    </message>
    <message>
        <source>Keep your plan: %1.</source>
        <extracomment>Settings of a configuration, then what it gains: &quot;FSDP 8: 26 % faster, fits with 98 %.&quot;</extracomment>
        <translation>保留您的方案：%1。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message numerus="yes">
        <source>Show %n equals</source>
        <translation>
            <numerusform>显示 %n 个同样快的配置</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Hide %n equals</source>
        <translation>
            <numerusform>隐藏 %n 个同样快的配置</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensors moved</source>
        <translation>
            <numerusform>移动 %n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>default mesh layout</source>
        <extracomment>One of several changes: the plan no longer says which axis lies on which link.</extracomment>
        <translation>默认网格布局</translation>
    </message>
</context>
<context>
    <name>headroom::SearchDetails</name>
    <message>
        <source>%1: %2</source>
        <extracomment>What two configurations are compared (&quot;Against the plan&quot;), then the comparison.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>About the candidates</source>
        <translation>关于候选配置</translation>
    </message>
    <message>
        <source>&amp;Why</source>
        <translation>原因(&amp;W)</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>The first</source>
        <translation>第一名</translation>
    </message>
    <message>
        <source>&amp;One setting</source>
        <translation>一步(&amp;O)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Fixed setting</source>
        <translation>固定的可调项</translation>
    </message>
    <message>
        <source>Best step as it is</source>
        <translation>固定它时最短的单步时间</translation>
    </message>
    <message>
        <source>Best when searched</source>
        <translation>放开后最短的单步时间</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>With</source>
        <translation>放开后的取值</translation>
    </message>
    <message>
        <source>Select a row to see where its time and memory differ.</source>
        <translation>选择一个候选，查看它的时间和显存差在哪里。</translation>
    </message>
    <message>
        <source>Effect of changing one setting; filled in when the search ends.</source>
        <translation>改变单个设置的效果；搜索结束后填入。</translation>
    </message>
    <message>
        <source>What each fixed setting costs; filled in when the search ends.</source>
        <translation>每个未搜索的设置的代价；搜索结束后填入。</translation>
    </message>
    <message>
        <source>Against the plan</source>
        <translation>与方案相比</translation>
    </message>
    <message>
        <source>Against the first</source>
        <translation>与第一名相比</translation>
    </message>
    <message>
        <source>The plan breaks a rule, so there is nothing to compare with.</source>
        <translation>当前方案违反规则，因此没有可比较的对象。</translation>
    </message>
    <message>
        <source>Not available: the search was stopped or found nothing.</source>
        <translation>没有计算：搜索被停止或没有结果。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>The plan breaks a rule, so no single change can be tried.</source>
        <translation>当前方案违反规则，无法从它移动一步。</translation>
    </message>
    <message>
        <source>Best single change: %1 (%2 per step, %3). Double-click a row to apply it.</source>
        <translation>对方案帮助最大的单项改动：%1（每步 %2，%3）。按回车或双击即采用该行。</translation>
    </message>
    <message>
        <source>No single change makes the plan faster and fits.</source>
        <translation>没有任何单项改变既更快又放得下。</translation>
    </message>
    <message>
        <source>Searching once for each fixed setting…</source>
        <translation>正在为每个固定的可调项各搜索一次…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>No fixed setting costs time: searching over any of them finds nothing faster.</source>
        <translation>固定的可调项都不损失时间：放开其中任何一个都找不到更快的配置。</translation>
    </message>
    <message>
        <source>How much faster the best step would be if a fixed setting were searched too; largest gain first.</source>
        <translation>若也搜索某个未搜索的设置，最短的单步时间能快多少；收益最大的在前。</translation>
    </message>
    <message>
        <source>&amp;Unsearched settings</source>
        <translation>固定的可调项(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Methods</source>
        <translation>方法(&amp;M)</translation>
    </message>
    <message>
        <source>Tuning method</source>
        <translation>微调方法</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>参与训练</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>The best plan for each tuning method. Rank and adapted matrices stay as in the plan, because they affect quality. Double-click a row to apply it.</source>
        <translation>每种训练方法各自搜索得到的最佳配置。秩和适配的矩阵沿用计划：它们关系到质量。回车或双击即可采用一行。</translation>
    </message>
</context>
<context>
    <name>headroom::SearchForm</name>
    <message>
        <source>Objective of the search</source>
        <translation>最好的配置以什么衡量</translation>
    </message>
    <message>
        <source>Best &amp;in</source>
        <translation>目标(&amp;I)</translation>
    </message>
    <message>
        <source>Deadline in days, empty for none</source>
        <translation>期限（天），留空表示没有</translation>
    </message>
    <message>
        <source>Only configurations that finish the training tokens within this time</source>
        <translation>只列出能在此期限内训完全部 token 的配置</translation>
    </message>
    <message>
        <source>&amp;Deadline, days</source>
        <translation>期限，天(&amp;D)</translation>
    </message>
    <message>
        <source>How many results to list</source>
        <translation>列出多少个结果</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>结果数(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation>开始搜索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <translation>取消搜索</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message>
        <source>Se&amp;ttings searched: %1 of %2</source>
        <translation>放开的可调项(&amp;K)：%1 / %2</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果数</translation>
    </message>
    <message>
        <source>must be a whole number from 1 to %1</source>
        <translation>需要 1 到 %1 之间的整数</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>must be a number of days above 0</source>
        <translation>需要大于 0 的天数</translation>
    </message>
</context>
<context>
    <name>headroom::SearchProblem</name>
    <message>
        <source>There is nothing to search</source>
        <translation>没有可搜索的配置</translation>
    </message>
    <message>
        <source>Closest configuration: %1.</source>
        <translation>最接近的配置：%1。</translation>
    </message>
    <message>
        <source>No configuration fits</source>
        <translation>没有配置放得下</translation>
    </message>
    <message>
        <source>%1 It needs %2 per device; %3 are available: %4 too much.</source>
        <translation>%1每个设备需要 %2，而可用的只有 %3：超出 %4。</translation>
    </message>
    <message>
        <source>No configuration reaches the deadline</source>
        <translation>没有配置能赶上期限</translation>
    </message>
    <message>
        <source>%1 It is late by %2.</source>
        <translation>%1晚了 %2。</translation>
    </message>
    <message>
        <source>%1 (%2 per step)</source>
        <extracomment>A change of the plan, and what a step then takes.
----------
A remedy with the step time of the best configuration that it allows.</extracomment>
        <translation>%1（每步 %2）</translation>
    </message>
    <message>
        <source>Search %1 too</source>
        <translation>放开 %1</translation>
    </message>
    <message>
        <source>What would work</source>
        <translation>可行的做法</translation>
    </message>
    <message>
        <source>%1 Nothing that was tried makes a plan fit; the nearest still lacks %2.</source>
        <extracomment>%1 is what was said so far, %2 an amount of memory.</extracomment>
        <translation>%1 所尝试的更改都无法使方案装得下；最接近的仍缺少 %2。</translation>
    </message>
</context>
<context>
    <name>headroom::SettingChoice</name>
    <message>
        <source>Searched by default</source>
        <translation>默认放开</translation>
    </message>
    <message>
        <source>Fixed by default</source>
        <translation>默认固定</translation>
    </message>
</context>
<context>
    <name>headroom::StartPage</name>
    <message>
        <source>Plan a training run</source>
        <translation>规划一次训练</translation>
    </message>
    <message>
        <source>Example plans</source>
        <translation>示例方案</translation>
    </message>
    <message>
        <source>%1 × %2, %3</source>
        <extracomment>An example plan: devices, accelerator, framework.</extracomment>
        <translation>%1 × %2，%3</translation>
    </message>
    <message>
        <source>Recent plans</source>
        <translation>最近的方案</translation>
    </message>
    <message>
        <source>&amp;Open a plan…</source>
        <translation>打开方案(&amp;O)…</translation>
    </message>
    <message>
        <source>Plans that you open or save appear here.</source>
        <translation>你打开或保存的方案会出现在这里。</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Profile files that are skipped</source>
        <translation>被跳过的资料文件</translation>
    </message>
    <message>
        <source>Answer one question, start from an example, or walk through the numbered steps on the left.</source>
        <translation>回答一个问题，从示例开始，或按左侧编号的步骤逐步进行。</translation>
    </message>
    <message>
        <source>All examples</source>
        <translation>全部示例</translation>
    </message>
</context>
<context>
    <name>headroom::StepChart</name>
    <message>
        <source>Steps of the run</source>
        <translation>运行的各步</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>after an evaluation</source>
        <translation>评估之后</translation>
    </message>
    <message>
        <source>profiled</source>
        <translation>剖析中</translation>
    </message>
    <message>
        <source>outlier</source>
        <translation>离群</translation>
    </message>
    <message>
        <source>batch still growing</source>
        <translation>批次仍在增大</translation>
    </message>
    <message>
        <source>skipped by the optimizer</source>
        <translation>优化器跳过</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>This run has no step times.</source>
        <translation>这次运行没有保留任何一步。</translation>
    </message>
    <message numerus="yes">
        <source>%n of the steps shown are not counted.</source>
        <translation>
            <numerusform>显示的步中有 %n 步不计入。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Median step %1; %n of the steps shown are not counted.</source>
        <extracomment>The median step; then how many points are marked as left out.</extracomment>
        <translation>
            <numerusform>计入的步有一半短于 %1；显示的有 %n 步未计入。</numerusform>
        </translation>
    </message>
    <message>
        <source>predicted, 80 %</source>
        <translation>预测，80 %</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>step %1: %2, %3</source>
        <translation>第 %1 步：%2，%3</translation>
    </message>
    <message numerus="yes">
        <source>Beyond the axis: %n, up to %1.</source>
        <translation>
            <numerusform>超出坐标轴：%n 个，最长 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>beyond the axis</source>
        <translation>超出坐标轴</translation>
    </message>
</context>
<context>
    <name>headroom::StepRail</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
</context>
<context>
    <name>headroom::SuggestPage</name>
    <message>
        <source>Suggest</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>The search found no configuration that qualifies.</source>
        <translation>搜索没有找到合格的配置。</translation>
    </message>
    <message>
        <source>Search finished.</source>
        <translation>搜索结束。</translation>
    </message>
    <message>
        <source>the plan now</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>Apply a suggestion</source>
        <translation>应用建议</translation>
    </message>
    <message>
        <source>Applied (undo reverts).</source>
        <translation>已应用；可以撤销。</translation>
    </message>
    <message>
        <source>Four plans are already pinned; remove one on the Compare page.</source>
        <translation>已经固定了四个方案；请在“比较”页移除一个。</translation>
    </message>
    <message>
        <source>%1, suggestion %2</source>
        <extracomment>Name of a pinned suggestion: name of the plan and rank.</extracomment>
        <translation>%1，建议 %2</translation>
    </message>
    <message>
        <source>Pinned; the Compare page shows it next to the plan.</source>
        <translation>已固定；“比较”页把它与方案并列显示。</translation>
    </message>
    <message>
        <source>The plan stays as it is until you apply a result.</source>
        <translation>在应用某个结果之前，方案保持不变。</translation>
    </message>
    <message>
        <source>Tries every valid configuration and explains which are fastest.</source>
        <translation>尝试每一种有效配置，并说明哪些最快。</translation>
    </message>
    <message>
        <source>compromise</source>
        <translation>折中</translation>
    </message>
    <message>
        <source>Why: %1.</source>
        <extracomment>Why the search recommends a result, as a clause.</extracomment>
        <translation>理由：%1。</translation>
    </message>
    <message>
        <source>As fast as the best, within the error of the estimate.</source>
        <translation>它与最佳者无法区分。</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>The plan is already set this way.</source>
        <translation>方案已经是这样了。</translation>
    </message>
    <message>
        <source>Applies this configuration to the plan (undo reverts)</source>
        <translation>把此配置写入方案；可以撤销</translation>
    </message>
    <message>
        <source>Results equal to the best</source>
        <translation>与最快者相当的结果</translation>
    </message>
    <message>
        <source>Configurations that are as fast as the best, within the error of the estimate</source>
        <translation>在估计误差之内与最快者同样快的配置</translation>
    </message>
</context>
<context>
    <name>headroom::TableLook</name>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
</context>
<context>
    <name>headroom::Tables</name>
    <message>
        <source>Model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>Expert MLP width</source>
        <translation>专家 MLP 宽度</translation>
    </message>
    <message>
        <source>Attention width</source>
        <translation>注意力宽度</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Tokens of a micro-batch</source>
        <translation>一个微批的 token 数</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Tensor contractions</source>
        <translation>张量收缩</translation>
    </message>
    <message>
        <source>Normalisations</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Element-wise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>not enough</source>
        <translation>不够</translation>
    </message>
    <message>
        <source>between</source>
        <translation>两者之间</translation>
    </message>
    <message>
        <source>will do</source>
        <translation>够用</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>none fits</source>
        <translation>都放不下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
</context>
<context>
    <name>headroom::TaskBox</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>This task keeps model, chip, devices, sequence length, global batch and mode. You changed: %1.</source>
        <extracomment>%1: &quot;model, global batch&quot;</extracomment>
        <translation>模型、芯片、设备、序列长度、全局批次和模式要与开始时相同。改变了：%1。</translation>
    </message>
    <message>
        <source>What the task asks for</source>
        <translation>任务的要求</translation>
    </message>
    <message>
        <source>chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>met</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>not met yet</source>
        <translation>尚未成立</translation>
    </message>
    <message>
        <source>Not yet: %1 of %2 points are met.</source>
        <translation>还没完成：%2 条中有 %1 条成立。</translation>
    </message>
    <message>
        <source>Your answer:</source>
        <translation>你的答案：</translation>
    </message>
    <message>
        <source>Not quite: “%1” is not met here. %2</source>
        <translation>不对。“%1”在这里不成立。%2</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>number of devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Solved. Every point is met. Continue with “%1”.</source>
        <extracomment>%1: title of the screen or task that follows.</extracomment>
        <translation>完成，每一条都满足。接下来是“%1”。</translation>
    </message>
</context>
<context>
    <name>headroom::TaskChoice</name>
    <message>
        <source>What do you want to do?</source>
        <translation>您想做什么？</translation>
    </message>
    <message>
        <source>&amp;Train all weights</source>
        <translation>训练全部权重(&amp;T)</translation>
    </message>
    <message>
        <source>Fine-tune with LoR&amp;A</source>
        <translation>用 LoRA 微调(&amp;A)</translation>
    </message>
    <message>
        <source>Fine-tune with &amp;QLoRA</source>
        <translation>用 QLoRA 微调(&amp;Q)</translation>
    </message>
    <message>
        <source>M&amp;y run is slow</source>
        <translation>我的运行太慢(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>headroom::TermBar</name>
    <message>
        <source>%1: %2</source>
        <extracomment>Tooltip of a chart segment: name of the term, then its value.
----------
A term and its value.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Largest: %1</source>
        <translation>最大：%1</translation>
    </message>
</context>
<context>
    <name>headroom::TermChart</name>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>seconds per step</source>
        <translation>每步秒数</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1（字节）</translation>
    </message>
    <message>
        <source>%1 (s)</source>
        <translation>%1（秒）</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>%1
%2: %3</source>
        <extracomment>Plan, term, value.</extracomment>
        <translation>%1
%2：%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>GiB (2³⁰ bytes) per device</source>
        <translation>每设备 GiB（2³⁰ 字节）</translation>
    </message>
</context>
<context>
    <name>headroom::TermRows</name>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>A term&apos;s value and its share of the whole.</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Total, 80 %</source>
        <extracomment>The sum of the rows with its interval of 80 % probability.</extracomment>
        <translation>合计，80 %</translation>
    </message>
</context>
<context>
    <name>headroom::TermsCard</name>
    <message>
        <source>Measured and predicted parts</source>
        <translation>各项并列比较</translation>
    </message>
    <message>
        <source>Part of the step</source>
        <translation>步的组成部分</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured over predicted</source>
        <translation>实测与预测之比</translation>
    </message>
    <message>
        <source>Parts of the step, measured and predicted</source>
        <translation>步的各部分，实测与预测</translation>
    </message>
    <message>
        <source>From the run&apos;s profile. Time when computation and a transfer overlap counts as computation; hidden transfers are listed below the step.</source>
        <translation>来自随该次运行添加的性能剖析文件。计算与通信同时进行的时间计为计算，被这样掩盖的通信列在“一步”那一行之下。</translation>
    </message>
    <message>
        <source>From a profile that only sums kernels: transfers count in full, including waiting and hidden time.</source>
        <translation>来自只汇总核函数、不记录其运行时刻的剖析文件：通信按全长计，包括等待时间和被计算掩盖的部分。</translation>
    </message>
</context>
<context>
    <name>headroom::TimelineChart</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Step timeline</source>
        <translation>单步时间线</translation>
    </message>
    <message>
        <source>One training step as blocks on streams</source>
        <translation>一个训练步：各条流上的块</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Start, s</source>
        <translation>开始（s）</translation>
    </message>
    <message>
        <source>Duration, s</source>
        <translation>时长（s）</translation>
    </message>
    <message>
        <source>Delays computation, s</source>
        <translation>耽误计算（s）</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Measured, hidden</source>
        <translation>实测（被掩盖）</translation>
    </message>
    <message>
        <source>%1 of run %2: %3 of a step in total</source>
        <translation>运行 %2 的%1：一步中共 %3，同类合计</translation>
    </message>
</context>
<context>
    <name>headroom::TimelineLegend</name>
    <message>
        <source>hatched: computation waits</source>
        <translation>阴影线：计算在等待它</translation>
    </message>
</context>
<context>
    <name>headroom::TimelineOverview</name>
    <message>
        <source>The whole step: click or drag to move what is shown above</source>
        <translation>整个训练步：单击或拖动可移动上方显示的部分</translation>
    </message>
    <message>
        <source>Overview of the whole step</source>
        <translation>整个训练步的概览</translation>
    </message>
</context>
<context>
    <name>headroom::TimelinePage</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>One training step as scheduled events: what runs, what waits, and what a flag changes.</source>
        <translation>把一个训练步排成事件：运行什么、等待什么，标志又改变什么。</translation>
    </message>
    <message>
        <source>Settings that change the schedule</source>
        <translation>影响调度的设置</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>Which devices to show</source>
        <translation>显示哪些设备</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>整个训练步</translation>
    </message>
    <message>
        <source>One micro-batch</source>
        <translation>一个微批</translation>
    </message>
    <message>
        <source>A few layers</source>
        <translation>几层</translation>
    </message>
    <message>
        <source>Zoom out (−, or Ctrl and the wheel)</source>
        <translation>缩小（−，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Zoom in (+, or Ctrl and the wheel)</source>
        <translation>放大（+，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Events…</source>
        <translation>事件…</translation>
    </message>
    <message>
        <source>Save all events as CSV</source>
        <translation>把全部事件存为 CSV</translation>
    </message>
    <message>
        <source>Events compared with formulas</source>
        <translation>事件与公式对照</translation>
    </message>
    <message>
        <source>The events use the estimate&apos;s durations in scheduled order. The last column explains each difference.</source>
        <translation>事件取估计自己的时长并加以排序，不为了一致而缩放。两者不同之处，最后一列说明原因。</translation>
    </message>
    <message>
        <source>Events compared with formulas, by term</source>
        <translation>逐项对照事件与公式</translation>
    </message>
    <message>
        <source>All %1 stages</source>
        <translation>全部 %1 个阶段</translation>
    </message>
    <message>
        <source>A device of stage %1</source>
        <translation>阶段 %1 的一个设备</translation>
    </message>
    <message>
        <source>One device</source>
        <translation>单个设备</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Events, s</source>
        <translation>事件（s）</translation>
    </message>
    <message>
        <source>Formulas, s</source>
        <translation>公式（s）</translation>
    </message>
    <message>
        <source>Difference, s</source>
        <translation>差（s）</translation>
    </message>
    <message>
        <source>Why they may differ</source>
        <translation>为何可能不同</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Last change: step %1 → %2 (%3); waiting for communication %4 → %5</source>
        <extracomment>What the last edit did to the timeline: step time before, after, change; the same for waits.</extracomment>
        <translation>上次修改：每步 %1 → %2（%3）；等待通信 %4 → %5</translation>
    </message>
    <message>
        <source>Numbers (*.csv)</source>
        <translation>数值 (*.csv)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已存为 %1。</translation>
    </message>
    <message>
        <source>The events cannot be saved</source>
        <translation>无法保存事件</translation>
    </message>
    <message>
        <source>Measured: run %1, one step of %2 from its profile, by kind rather than in order. Transfers hidden by computation have a separate lane.</source>
        <translation>实测：运行 %1，取自其性能剖析的一步，共 %2；按种类排列，而非按执行先后。被计算掩盖的部分单独列为一行。</translation>
    </message>
    <message>
        <source>The profile of run %1, on %2, is not shown: it belongs to another plan (%3).</source>
        <translation>运行 %1（芯片 %2）的剖析结果未在此显示：它属于另一个方案（%3）。</translation>
    </message>
</context>
<context>
    <name>headroom::TimelineSwitches</name>
    <message>
        <source>&amp;Latency hiding scheduler</source>
        <translation>延迟隐藏调度器(&amp;L)</translation>
    </message>
    <message>
        <source>Off: every collective blocks computation. On: collectives overlap with it.</source>
        <translation>关：每次集合通信都让计算停下。开：集合通信与计算并行。</translation>
    </message>
    <message>
        <source>Gathers the next layer&apos;s weights during this layer; costs one more layer of buffers.</source>
        <translation>在本层计算时收集下一层的权重；多占一层缓冲。</translation>
    </message>
    <message>
        <source>Reduces a layer&apos;s gradients during the next layer of the backward pass.</source>
        <translation>在反向的下一层计算时归约本层的梯度。</translation>
    </message>
    <message>
        <source>Pipelined all-&amp;reduce</source>
        <translation>流水化的 all-reduce(&amp;R)</translation>
    </message>
    <message>
        <source>All-reduces the replicas&apos; gradients during the next layer of the backward pass.</source>
        <translation>在反向的下一层计算时交换各副本的梯度。</translation>
    </message>
    <message>
        <source>Unrolls the layer loop by two: odd and even layers may overlap.</source>
        <translation>层循环展开两次：奇数层与偶数层可以重叠。</translation>
    </message>
    <message>
        <source>&amp;Collective matmul</source>
        <translation>集合矩阵乘(&amp;C)</translation>
    </message>
    <message>
        <source>Splits GEMMs into chunks that overlap with their tensor-parallel collective.</source>
        <translation>把矩阵乘法切成块，与张量并行的交换重叠。</translation>
    </message>
    <message>
        <source>Sends activations to the next stage during the following micro-batch.</source>
        <translation>在计算下一个微批时把激活发往下一阶段。</translation>
    </message>
    <message>
        <source>Combine collectives &amp;up to</source>
        <translation>合并集合通信，上限(&amp;U)</translation>
    </message>
    <message>
        <source>Combine collectives up to</source>
        <translation>合并集合通信，上限</translation>
    </message>
    <message>
        <source>Smaller messages pay latency each; larger ones merge work that could overlap.</source>
        <translation>消息小则每条都付延迟；消息大则把本可重叠的并在一起。</translation>
    </message>
    <message>
        <source>Removes these flags from the plan, so that the advice applies again.</source>
        <translation>从方案中去掉这些标志，使建议重新生效。</translation>
    </message>
    <message>
        <source>XLA GPU flags as they apply to this plan.</source>
        <translation>GPU 上 XLA 的标志，按此方案的实际取值。</translation>
    </message>
    <message>
        <source>These flags exist only for JAX on GPU. This plan&apos;s framework prefetches the next layer by itself.</source>
        <translation>这些标志属于 GPU 上的 JAX。此方案的软件栈会自行预取下一层。</translation>
    </message>
    <message>
        <source>Change flag %1</source>
        <translation>修改标志 %1</translation>
    </message>
    <message>
        <source>Change the combine thresholds</source>
        <translation>修改合并阈值</translation>
    </message>
    <message>
        <source>Follow the flag advice again</source>
        <translation>重新按建议设置标志</translation>
    </message>
    <message>
        <source>Back to the a&amp;dvice</source>
        <translation>恢复建议值(&amp;D)</translation>
    </message>
    <message>
        <source>Pipelined &amp;all-gather</source>
        <translation>流水化的 all-gather(&amp;A)</translation>
    </message>
    <message>
        <source>Pipelined reduce-sca&amp;tter</source>
        <translation>流水化的 reduce-scatter(&amp;T)</translation>
    </message>
    <message>
        <source>Double bufferi&amp;ng</source>
        <translation>循环双缓冲(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Pipelined stage transfers</source>
        <translation>流水化的阶段传输(&amp;P)</translation>
    </message>
</context>
<context>
    <name>headroom::TimelineText</name>
    <message>
        <source>micro-batch %1 of %2</source>
        <translation>微批 %1/%2</translation>
    </message>
    <message>
        <source>chunk %1 of %2</source>
        <translation>分块 %1/%2</translation>
    </message>
    <message>
        <source>layer %1 of %2</source>
        <translation>层 %1/%2</translation>
    </message>
    <message>
        <source>part %1 of %2</source>
        <translation>部分 %1/%2</translation>
    </message>
    <message>
        <source>%1 (network)</source>
        <extracomment>Row of the timeline whose collectives leave the node or slice.</extracomment>
        <translation>%1（网络）</translation>
    </message>
    <message>
        <source>%1: embedding or head</source>
        <extracomment>%1: Forward or Backward.</extracomment>
        <translation>%1：嵌入或输出头</translation>
    </message>
    <message>
        <source>%1: one layer</source>
        <translation>%1：一层</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: Forward, Recomputed forward or Backward; %2: the kernel or collective.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>stage %1 of %2</source>
        <translation>阶段 %1/%2</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1，始于 %2</translation>
    </message>
    <message>
        <source>several blocks too short to draw: zoom in</source>
        <translation>几个块太短画不出来：请放大</translation>
    </message>
    <message>
        <source>delays computation by %1</source>
        <translation>让计算等待 %1</translation>
    </message>
    <message>
        <source>%1 if nothing else ran at the same time</source>
        <translation>若无并行内容则为 %1</translation>
    </message>
    <message>
        <source>waited for: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>%1 micro-batches, drawn as one</source>
        <translation>%1 个微批，合画为一个</translation>
    </message>
    <message>
        <source>One step takes %1; computation waits %2 (%3) for communication.</source>
        <translation>按事件排定，一步需要 %1；计算等待通信 %2（%3）。</translation>
    </message>
    <message>
        <source>Stage %1 idles %2 (%3) in pipeline bubbles.</source>
        <translation>阶段 %1 在流水线气泡中空闲 %2（%3）。</translation>
    </message>
    <message>
        <source>The estimate says %1; the events differ by %2.</source>
        <translation>估计的公式给出 %1；事件与之相差 %2。</translation>
    </message>
</context>
<context>
    <name>headroom::ValidationPage</name>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>How far predictions are from measured runs.</source>
        <translation>预测与实测运行并列：这些数字有多可信。</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Use your &amp;measurements…</source>
        <translation>使用自己的测量文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Predicting the runs of %1…</source>
        <translation>正在预测 %1 中的运行…</translation>
    </message>
    <message>
        <source>Step time: median error</source>
        <translation>单步时间：误差中位数</translation>
    </message>
    <message>
        <source>90 % are within</source>
        <translation>90 % 在此以内</translation>
    </message>
    <message>
        <source>Within the 80 % interval</source>
        <translation>落在 80 % 区间内</translation>
    </message>
    <message>
        <source>Pairs in the right order</source>
        <translation>排序正确的对</translation>
    </message>
    <message>
        <source>Memory: median error</source>
        <translation>显存：误差中位数</translation>
    </message>
    <message>
        <source>Error of a constant-utilisation model</source>
        <translation>恒定利用率的误差</translation>
    </message>
    <message>
        <source>Half of the predictions are within %1 of the measured step time.</source>
        <translation>一半的预测与实测单步时间相差在 %1 以内。</translation>
    </message>
    <message>
        <source>Half of the predictions are within %1 of the measured memory.</source>
        <translation>一半的预测与实测显存相差在 %1 以内。</translation>
    </message>
    <message>
        <source>Choose your measurements</source>
        <translation>选择自己的测量文件</translation>
    </message>
    <message>
        <source>Measurements (*.csv);;All files (*)</source>
        <translation>测量数据 (*.csv);;所有文件 (*)</translation>
    </message>
    <message numerus="yes">
        <source>%n runs read; %1 could not be predicted.</source>
        <translation>
            <numerusform>读取了 %n 次运行；其中 %1 次无法预测。</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs in this file</source>
        <translation>此文件中的运行</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>All hardware</source>
        <translation>所有硬件</translation>
    </message>
    <message>
        <source>Sho&amp;w runs on</source>
        <translation>显示所用硬件(&amp;W)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>A kind of hardware and how many of the runs took place on it.</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>No step time was measured there.</source>
        <translation>那里没有测过单步时间。</translation>
    </message>
    <message>
        <source>No memory was measured there.</source>
        <translation>那里没有测过显存。</translation>
    </message>
    <message>
        <source>Error of a simple roofline</source>
        <translation>简单屋顶线的误差</translation>
    </message>
    <message>
        <source>Error of the first version</source>
        <translation>第一版的误差</translation>
    </message>
    <message>
        <source>On runs that the model has not seen, half of the predicted step times are within %1 (%2) to %3 (%4).</source>
        <translation>对于模型未见过的运行，一半预测步时的误差在 %1（%2）至 %3（%4）以内。</translation>
    </message>
    <message>
        <source>What to expect of runs from a source that was held out of the fit</source>
        <translation>预期误差：来源未参与拟合的运行</translation>
    </message>
</context>
<context>
    <name>headroom::VerdictText</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>The plan needs %1 of the %2 pool and %3. Largest: %4.</source>
        <extracomment>%3 is &quot;fits&quot;, &quot;should fit&quot;, &quot;is at the limit&quot; or &quot;does not fit&quot;.</extracomment>
        <translation>方案需要 %1，显存池为 %2，%3。最大的是：%4。</translation>
    </message>
    <message>
        <source>One step takes %1. Largest: %2.</source>
        <translation>一步需要 %1。最大的是：%2。</translation>
    </message>
    <message>
        <source>%1 h</source>
        <extracomment>Duration in hours.</extracomment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 days</source>
        <extracomment>Duration in days.</extracomment>
        <translation>%1 天</translation>
    </message>
</context>
<context>
    <name>headroom::WindowActions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New plan</source>
        <translation>新建方案(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save &amp;report as PDF…</source>
        <translation>报告存为 PDF(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Print report…</source>
        <translation>打印报告(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已存为 %1。</translation>
    </message>
    <message>
        <source>The report cannot be saved</source>
        <translation>无法保存报告</translation>
    </message>
    <message>
        <source>%1 cannot be written, or the plan has no result yet.</source>
        <translation>无法写入 %1，或方案尚无结果。</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Pin this plan for comparison</source>
        <translation>固定此方案以便比较(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Find a page, setting, flag or term…</source>
        <translation>查找步骤、可调项、标志或术语(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外观(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Ne&amp;xt</source>
        <translation>下一步(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Headroom</source>
        <translation>关于 Headroom(&amp;A)</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>关于 Qt(&amp;Q)</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>%1 (edited)</source>
        <translation>%1（已修改）</translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation>打开最近(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation>首选项(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>步骤(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Result panel</source>
        <translation>结果面板(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Explanation</source>
        <translation>说明(&amp;E)</translation>
    </message>
    <message>
        <source>Language and folder take effect at the next start.</source>
        <translation>语言和文件夹在下次启动时生效。</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <extracomment>Where a command stands: menu, then entry.</extracomment>
        <translation>%1 › %2</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Report a problem…</source>
        <translation>报告问题(&amp;R)…</translation>
    </message>
    <message>
        <source>Paste a &amp;log or configuration</source>
        <translation>粘贴日志或配置(&amp;L)</translation>
    </message>
</context>
<context>
    <name>headroom::Wording</name>
    <message>
        <source>.</source>
        <comment>full stop</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Two sentences, one after the other.</extracomment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Flag %1</source>
        <translation>标志 %1</translation>
    </message>
    <message>
        <source>Tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>Mesh %1</source>
        <translation>网格 %1</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>Between parts of a sentence.</extracomment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <extracomment>What is the case, and what to do about it.</extracomment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
</context>
<context>
    <name>headroom::WorkloadPage</name>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Precision and optimizer</source>
        <translation>精度与优化器</translation>
    </message>
    <message>
        <source>Your measurements</source>
        <translation>自己的测量</translation>
    </message>
    <message>
        <source>Derived figures</source>
        <translation>由此得出</translation>
    </message>
    <message>
        <source>Tokens per device and step</source>
        <translation>每设备每步 token 数</translation>
    </message>
    <message>
        <source>Micro-batches per step</source>
        <translation>每步微批数</translation>
    </message>
    <message>
        <source>Critical tokens per device</source>
        <translation>每设备临界 token 数</translation>
    </message>
    <message>
        <source>Choose a file of measurements…</source>
        <translation>选择测量文件…</translation>
    </message>
    <message>
        <source>Choose your measurements</source>
        <translation>选择自己的测量文件</translation>
    </message>
    <message>
        <source>Measurements (*.csv);;All files (*)</source>
        <translation>测量数据 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Use your measurements</source>
        <translation>使用自己的测量</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>Workload and framework</source>
        <translation>负载与框架</translation>
    </message>
    <message>
        <source>Batch, framework, number formats and optimizer.</source>
        <translation>一步处理什么、由哪个程序运行、数值格式和优化器。</translation>
    </message>
    <message>
        <source>Framework and releases</source>
        <translation>框架与版本</translation>
    </message>
    <message>
        <source>%1 %2 or later</source>
        <translation>%1 %2 或更新</translation>
    </message>
    <message>
        <source>%1 %2 or later, before %3</source>
        <translation>%1 %2 或更新，早于 %3</translation>
    </message>
    <message>
        <source>%1 %2 goes with %3.</source>
        <extracomment>A framework with its release, then the programs beside it.</extracomment>
        <translation>%1 %2 搭配 %3。</translation>
    </message>
</context>
<context>
    <name>headroom::YourFilePage</name>
    <message>
        <source>Less memory</source>
        <translation>更少内存</translation>
    </message>
    <message>
        <source>A lower cost</source>
        <translation>更低成本</translation>
    </message>
    <message>
        <source>Fewer devices</source>
        <translation>更少设备</translation>
    </message>
    <message>
        <source>A shorter step</source>
        <translation>更短的步时</translation>
    </message>
    <message>
        <source>%1 per step (%2), fits with %3</source>
        <extracomment>Step time, its interval, probability.</extracomment>
        <translation>每步 %1（%2），装得下的概率 %3</translation>
    </message>
    <message>
        <source>Your file</source>
        <translation>你的文件</translation>
    </message>
    <message>
        <source>The launch files of your run, and the change that makes it better. Untick what you do not want; Save writes the rest.</source>
        <translation>你的运行的启动文件，以及能改进它的更改。取消勾选不想要的部分，保存会写入其余部分。</translation>
    </message>
    <message>
        <source>No file of a run is open</source>
        <translation>没有打开任何运行文件</translation>
    </message>
    <message>
        <source>Choose the launch script or configuration of a run, drop it on Start, or paste its text there: its settings become the plan, and what would be better becomes a change of its lines.</source>
        <translation>选择一次运行的启动脚本或配置，把它拖到“开始”页，或在那里粘贴文本：其中的设置成为计划，更好的做法成为对这些行的更改。</translation>
    </message>
    <message>
        <source>Choose a &amp;script or configuration…</source>
        <translation>选择脚本或配置(&amp;S)…</translation>
    </message>
    <message>
        <source>What is better</source>
        <translation>优化目标</translation>
    </message>
    <message>
        <source>Formats of n&amp;umbers may change</source>
        <translation>可更改数值格式(&amp;U)</translation>
    </message>
    <message>
        <source>Batch and length ma&amp;y change</source>
        <translation>可更改批量和长度(&amp;Y)</translation>
    </message>
    <message>
        <source>Fi&amp;nd the best change</source>
        <translation>查找最佳更改(&amp;N)</translation>
    </message>
    <message>
        <source>Files of the run</source>
        <translation>运行的文件</translation>
    </message>
    <message>
        <source>The file with its changes</source>
        <translation>文件及其更改</translation>
    </message>
    <message>
        <source>&amp;Copy the diff</source>
        <translation>复制差异(&amp;C)</translation>
    </message>
    <message>
        <source>Save your fi&amp;le</source>
        <translation>保存你的文件(&amp;L)</translation>
    </message>
    <message>
        <source>The diff is on the clipboard.</source>
        <translation>差异已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Looking for what is better…</source>
        <translation>正在查找更好的做法…</translation>
    </message>
    <message>
        <source>%1, as saved.</source>
        <translation>%1（已保存）。</translation>
    </message>
    <message>
        <source>%1. Nothing that these files say would be better otherwise.</source>
        <translation>%1。这些文件中没有可以改得更好的设置。</translation>
    </message>
    <message>
        <source>Now %1. With the changes %2: %3.</source>
        <translation>现在：%1。更改后：%2，%3。</translation>
    </message>
    <message>
        <source>%1 with its changes</source>
        <translation>%1 及其更改</translation>
    </message>
    <message>
        <source>launch.sh</source>
        <translation>launch.sh</translation>
    </message>
    <message>
        <source>Scripts, configurations (*);;All files (*)</source>
        <translation>脚本、配置 (*);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The file cannot be saved</source>
        <translation>无法保存文件</translation>
    </message>
    <message>
        <source>%1 is saved.</source>
        <translation>%1 已保存。</translation>
    </message>
    <message>
        <source>%1 is saved; what it was is %2.</source>
        <translation>%1 已保存；原文件为 %2。</translation>
    </message>
    <message>
        <source>%1. No change of what these files say makes it fit.</source>
        <translation>%1。改动这些文件里的任何一项都不能让它放得下。</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Plans training runs of large language models.</source>
        <translation>规划大语言模型的训练。</translation>
    </message>
    <message>
        <source>The profiles of Headroom cannot be used</source>
        <translation>无法使用 Headroom 的配置数据</translation>
    </message>
    <message>
        <source>A plan file, an example by its id, or a course, to open.</source>
        <translation>要打开的方案文件、示例的标识或教程。</translation>
    </message>
</context>
<context>
    <name>model/constants</name>
    <message>
        <source>16-bit GEMM rate over the peak</source>
        <translation>16 位矩阵乘法与峰值之比</translation>
    </message>
    <message>
        <source>4-bit GEMM rate over the peak</source>
        <translation>4 位矩阵乘法与其峰值之比</translation>
    </message>
    <message>
        <source>8-bit GEMM rate over the peak</source>
        <translation>8 位矩阵乘法与其峰值之比</translation>
    </message>
    <message>
        <source>PCIe between devices of a node, over its rate</source>
        <translation>节点内设备间 PCIe 与其速率之比</translation>
    </message>
    <message>
        <source>attention backward over forward efficiency</source>
        <translation>注意力反向与前向效率之比</translation>
    </message>
    <message>
        <source>attention kernels inside a model over their published rates</source>
        <translation>模型内注意力内核与其公布速率之比</translation>
    </message>
    <message>
        <source>collectives between nodes over the bus rate of the NICs</source>
        <translation>节点间集合通信与网卡总线速率之比</translation>
    </message>
    <message>
        <source>collectives inside a node over the bus rate of the links</source>
        <translation>节点内集合通信与链路总线速率之比</translation>
    </message>
    <message>
        <source>element-wise traffic over the ideal</source>
        <translation>逐元素流量与理想值之比</translation>
    </message>
    <message>
        <source>element-wise traffic over the ideal, without a compiler</source>
        <translation>无编译器时逐元素流量与理想值之比</translation>
    </message>
    <message>
        <source>K at which GEMMs reach half their rate</source>
        <translation>乘法速率减半时的 K 元素数</translation>
    </message>
    <message>
        <source>every memory term over the formulas</source>
        <translation>各显存项与公式之比</translation>
    </message>
    <message>
        <source>expert all-to-all over the bus rate of the NICs</source>
        <translation>专家交换与网卡总线速率之比</translation>
    </message>
    <message>
        <source>expert all-to-all over the bus rate of the links</source>
        <translation>专家交换与链路总线速率之比</translation>
    </message>
    <message>
        <source>share of the expert all-to-all that stays exposed when it overlaps with another micro-batch</source>
        <translation>与另一微批重叠时仍显现的专家交换</translation>
    </message>
    <message>
        <source>gradient traffic per parameter</source>
        <translation>每个参数的梯度流量</translation>
    </message>
    <message>
        <source>grouped expert GEMMs over plain ones</source>
        <translation>分组专家乘法与普通乘法之比</translation>
    </message>
    <message>
        <source>host link over its rate</source>
        <translation>主机链路与其速率之比</translation>
    </message>
    <message>
        <source>host time to issue one layer&apos;s forward pass</source>
        <translation>主机下发一层前向的时间</translation>
    </message>
    <message>
        <source>host time to issue what experts add to a layer&apos;s forward pass</source>
        <translation>主机下发专家给一层前向增加部分的时间</translation>
    </message>
    <message>
        <source>host work of a step</source>
        <translation>每步的主机工作</translation>
    </message>
    <message>
        <source>host work of routing that a dispatcher&apos;s kernels leave</source>
        <translation>分发内核之外剩余的路由主机工作</translation>
    </message>
    <message>
        <source>host work that graphs over parts of a layer leave</source>
        <translation>按层内部分建图后剩余的主机工作</translation>
    </message>
    <message>
        <source>how fast the hosts issue work</source>
        <translation>主机下发工作的速度</translation>
    </message>
    <message>
        <source>latency of collectives between nodes over the library&apos;s model</source>
        <translation>节点间集合通信延迟与通信库模型之比</translation>
    </message>
    <message>
        <source>memory traffic of a logit</source>
        <translation>每个 logit 的显存流量</translation>
    </message>
    <message>
        <source>memory traffic of the update</source>
        <translation>参数更新的显存流量</translation>
    </message>
    <message>
        <source>messages per layer in which a sharded optimizer returns parameters</source>
        <translation>分片优化器交还参数时每层的消息数</translation>
    </message>
    <message>
        <source>GEMMs of the framework over the chip&apos;s typical time</source>
        <translation>软件栈的矩阵乘法与芯片通常时间之比</translation>
    </message>
    <message>
        <source>rate of GEMMs whose rows are multiples of 16 bytes only</source>
        <translation>行仅为 16 字节倍数的乘法速率</translation>
    </message>
    <message>
        <source>routing and synchronisation of one expert layer and pass</source>
        <translation>一个专家层一趟的路由与同步</translation>
    </message>
    <message>
        <source>exposed share of a hidden collective between nodes</source>
        <translation>隐藏的节点间集合通信仍显现的份额</translation>
    </message>
    <message>
        <source>exposed share of a hidden collective</source>
        <translation>隐藏的集合通信仍显现的份额</translation>
    </message>
    <message>
        <source>share of a layer&apos;s compute that hides the next layer&apos;s gathers</source>
        <translation>一层计算中可遮住相邻层收集的份额</translation>
    </message>
    <message>
        <source>exposed share of the expert all-to-all</source>
        <translation>专家 all-to-all 暴露的份额</translation>
    </message>
    <message>
        <source>share of gradient communication that is never hidden</source>
        <translation>从不隐藏的梯度流量份额</translation>
    </message>
    <message>
        <source>exposed share of tensor-parallel communication</source>
        <translation>张量并行流量显现的份额</translation>
    </message>
    <message>
        <source>exposed share of tensor-parallel communication with overlap</source>
        <translation>重叠时张量并行流量仍显现的份额</translation>
    </message>
    <message>
        <source>share of tile and wave quantisation that costs time</source>
        <translation>分块与波次量化损失显现的份额</translation>
    </message>
    <message>
        <source>exposed share of transfers between stages</source>
        <translation>阶段间传输显现的份额</translation>
    </message>
    <message>
        <source>streaming kernels over the rate of the memory</source>
        <translation>流式内核与显存速率之比</translation>
    </message>
    <message>
        <source>the whole step over the sum of its terms</source>
        <translation>整步与各项之和的比</translation>
    </message>
</context>
<context>
    <name>model/conventions</name>
    <message>
        <source>3 · 2 · tokens · parameters</source>
        <translation>3 · 2 · token 数 · 参数量</translation>
    </message>
    <message>
        <source>4 · 2 · tokens · parameters, full recomputation</source>
        <translation>4 · 2 · token 数 · 参数量，全部重计算</translation>
    </message>
    <message>
        <source>6 · (parameters without input embedding) + causal attention</source>
        <translation>6 ·（不含输入嵌入的参数）+ 因果注意力</translation>
    </message>
    <message>
        <source>6 · (parameters without input embedding) + full-square attention</source>
        <translation>6 ·（不含输入嵌入的参数）+ 整个方阵的注意力</translation>
    </message>
    <message>
        <source>6 · all parameters</source>
        <translation>6 · 全部参数</translation>
    </message>
    <message>
        <source>causal with what is computed again</source>
        <translation>因果口径加上重计算的部分</translation>
    </message>
</context>
<context>
    <name>model/derivations</name>
    <message>
        <source>(P_plain − embedding)/layers + P_experts/expert layers</source>
        <translation>(P_plain − 嵌入)/层数 + P_experts/专家层数</translation>
    </message>
    <message>
        <source>(bytes · factor + casts) / W</source>
        <translation>(字节 · 系数 + 转换) / W</translation>
    </message>
    <message>
        <source>(embedding + head)/t + final norm</source>
        <translation>(嵌入 + 输出头)/t + 末层归一化</translation>
    </message>
    <message>
        <source>(forward + backward + replay · forward) · factor of the stack</source>
        <translation>(前向 + 反向 + 重算比例 · 前向) · 软件栈系数</translation>
    </message>
    <message>
        <source>(forward + gradients of input and weight + replay · forward) · grouping</source>
        <translation>(前向 + 输入与权重的梯度 + 重算比例 · 前向) · 分组系数</translation>
    </message>
    <message>
        <source>(keys + ramp)/keys · ratio · work / rate</source>
        <translation>(键数 + 爬升)/键数 · 倍数 · 计算量 / 速率</translation>
    </message>
    <message>
        <source>(keys + ramp)/keys · work / rate</source>
        <translation>(键数 + 爬升)/键数 · 计算量 / 速率</translation>
    </message>
    <message>
        <source>(master + moments) bytes · (P_plain/shards + P_experts/expert shards)</source>
        <translation>(主权重 + 动量) 字节 · (P_plain/分片数 + P_experts/专家分片数)</translation>
    </message>
    <message>
        <source>2·T·h·u · passes / W</source>
        <translation>2·T·h·u · 遍数 / W</translation>
    </message>
    <message>
        <source>2·T·keys·(a/t)·(d_qk + d_v)</source>
        <translation>2·T·键数·(a/t)·(d_qk + d_v)</translation>
    </message>
    <message>
        <source>All activations of one layer</source>
        <translation>一层的全部激活</translation>
    </message>
    <message>
        <source>All-gather of one layer&apos;s weights</source>
        <translation>一层权重的 all-gather</translation>
    </message>
    <message>
        <source>Attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>Attention core of a mean layer, one micro-batch</source>
        <translation>平均一层的注意力核心，一个微批</translation>
    </message>
    <message>
        <source>Attention core of a step</source>
        <translation>一步的注意力核心</translation>
    </message>
    <message>
        <source>Attention core that hides a ring&apos;s traffic</source>
        <translation>可掩盖环传递的注意力核心</translation>
    </message>
    <message>
        <source>The whole communication, hidden or exposed</source>
        <translation>全部，无论是否被掩盖</translation>
    </message>
    <message>
        <source>Attention core, backward</source>
        <translation>注意力核心，反向</translation>
    </message>
    <message>
        <source>Attention core, forward</source>
        <translation>注意力核心，前向</translation>
    </message>
    <message>
        <source>Attention parameters of a layer that tensor parallelism shards</source>
        <translation>一层中由张量并行切分的注意力参数</translation>
    </message>
    <message>
        <source>Bytes moved for a score, backward</source>
        <translation>每个注意力分数的访存字节，反向</translation>
    </message>
    <message>
        <source>Bytes moved for a score, forward</source>
        <translation>每个注意力分数的访存字节，前向</translation>
    </message>
    <message>
        <source>Bytes of an element in computation</source>
        <translation>计算中一个元素的字节数</translation>
    </message>
    <message>
        <source>Bytes of an element of the operands</source>
        <translation>操作数一个元素的字节数</translation>
    </message>
    <message>
        <source>Bytes of an element that is written</source>
        <translation>写出的一个元素的字节数</translation>
    </message>
    <message>
        <source>Bytes of the master weight</source>
        <translation>主权重的字节数</translation>
    </message>
    <message>
        <source>Bytes of the optimizer&apos;s moments</source>
        <translation>优化器动量的字节数</translation>
    </message>
    <message>
        <source>Bytes per gradient</source>
        <translation>每个梯度的字节数</translation>
    </message>
    <message>
        <source>Bytes per stored weight</source>
        <translation>每个存放的权重的字节数</translation>
    </message>
    <message>
        <source>Calls forward, backward and replayed</source>
        <translation>前向、反向与重计算的调用次数</translation>
    </message>
    <message>
        <source>Capacity factor of the experts</source>
        <translation>专家容量系数</translation>
    </message>
    <message>
        <source>Chunks per stage v</source>
        <translation>每阶段分块数 v</translation>
    </message>
    <message>
        <source>Columns of the tile</source>
        <translation>分块的列数</translation>
    </message>
    <message>
        <source>Columns on this device</source>
        <translation>本设备上的列数</translation>
    </message>
    <message>
        <source>Compute units of the chip</source>
        <translation>芯片的计算单元数</translation>
    </message>
    <message>
        <source>Context degree</source>
        <translation>上下文并行度</translation>
    </message>
    <message>
        <source>Context-parallel traffic of one layer, one micro-batch</source>
        <translation>一层的上下文并行通信，一个微批</translation>
    </message>
    <message>
        <source>Cost of the run</source>
        <translation>整个训练的费用</translation>
    </message>
    <message>
        <source>Dense layers of the slowest stage</source>
        <translation>最慢阶段的稠密层数</translation>
    </message>
    <message>
        <source>Dense layers of the stage</source>
        <translation>该阶段的稠密层数</translation>
    </message>
    <message>
        <source>Dense peak of the chip</source>
        <translation>芯片的稠密峰值</translation>
    </message>
    <message>
        <source>Device-hours</source>
        <translation>设备小时</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Duration of one key-value transfer</source>
        <translation>一次键值传输的时长</translation>
    </message>
    <message>
        <source>Duration of one transfer</source>
        <translation>一次传输的时长</translation>
    </message>
    <message>
        <source>Duration of the communication</source>
        <translation>该次通信的时长</translation>
    </message>
    <message>
        <source>Element-wise and norms</source>
        <translation>逐元素与归一化</translation>
    </message>
    <message>
        <source>Element-wise kernels and norms of a step</source>
        <translation>一步的逐元素内核与归一化</translation>
    </message>
    <message>
        <source>Element-wise kernels of one layer, one micro-batch</source>
        <translation>一层的逐元素内核，一个微批</translation>
    </message>
    <message>
        <source>Element-wise kernels, backward</source>
        <translation>逐元素核函数，反向</translation>
    </message>
    <message>
        <source>Element-wise kernels, forward</source>
        <translation>逐元素核函数，前向</translation>
    </message>
    <message>
        <source>Elements of K at which half the rate is lost</source>
        <translation>速率损失一半时的 K 元素数</translation>
    </message>
    <message>
        <source>Elements that are transposed</source>
        <translation>需要转置的元素数</translation>
    </message>
    <message>
        <source>Embedding and head on one device</source>
        <translation>一个设备上的嵌入与输出头</translation>
    </message>
    <message>
        <source>Embedding parameters of the model</source>
        <translation>模型的嵌入参数</translation>
    </message>
    <message>
        <source>Energy of the run</source>
        <translation>整个训练的能耗</translation>
    </message>
    <message>
        <source>Key-value transfers: one forward, two backward</source>
        <translation>键值传输次数：前向一次，反向两次</translation>
    </message>
    <message>
        <source>Expert degree</source>
        <translation>专家并行度</translation>
    </message>
    <message>
        <source>Expert dispatch and combine of one layer, one micro-batch</source>
        <translation>一层的专家分发与合并，一个微批</translation>
    </message>
    <message>
        <source>Expert layers of the slowest stage</source>
        <translation>最慢阶段的专家层数</translation>
    </message>
    <message>
        <source>Expert layers of the stage</source>
        <translation>该阶段的专家层数</translation>
    </message>
    <message>
        <source>Expert layers of the stage, at least one</source>
        <translation>该阶段的专家层数，至少为一</translation>
    </message>
    <message>
        <source>Expert parameters of the stage on one device</source>
        <translation>该阶段在一个设备上的专家参数</translation>
    </message>
    <message>
        <source>Experts of a layer</source>
        <translation>一层的专家数</translation>
    </message>
    <message>
        <source>Experts of a token K</source>
        <translation>每个 token 的专家数 K</translation>
    </message>
    <message>
        <source>Exposed FSDP</source>
        <translation>暴露的 FSDP 通信</translation>
    </message>
    <message>
        <source>Exposed FSDP traffic of a step</source>
        <translation>一步中暴露的 FSDP 通信</translation>
    </message>
    <message>
        <source>Exposed context-parallel</source>
        <translation>暴露的上下文并行通信</translation>
    </message>
    <message>
        <source>Exposed context-parallel traffic of a step</source>
        <translation>一步中暴露的上下文并行通信</translation>
    </message>
    <message>
        <source>Exposed data-parallel</source>
        <translation>暴露的数据并行通信</translation>
    </message>
    <message>
        <source>Exposed expert-parallel</source>
        <translation>暴露的专家并行通信</translation>
    </message>
    <message>
        <source>Exposed expert-parallel traffic of a step</source>
        <translation>一步中暴露的专家并行通信</translation>
    </message>
    <message>
        <source>Exposed gradient communication of a step</source>
        <translation>一步中暴露的梯度通信</translation>
    </message>
    <message>
        <source>Exposed part of one collective of gradients or weights</source>
        <translation>一次梯度或权重集合通信的暴露部分</translation>
    </message>
    <message>
        <source>Exposed pipeline transfers</source>
        <translation>暴露的流水线传输</translation>
    </message>
    <message>
        <source>Exposed tensor-parallel</source>
        <translation>暴露的张量并行通信</translation>
    </message>
    <message>
        <source>Exposed tensor-parallel traffic of a step</source>
        <translation>一步中暴露的张量并行通信</translation>
    </message>
    <message>
        <source>Exposed transfers between stages</source>
        <translation>暴露的阶段间传输</translation>
    </message>
    <message>
        <source>Exposed transfers to and from host memory</source>
        <translation>暴露的主机内存传输</translation>
    </message>
    <message>
        <source>FSDP ranks</source>
        <translation>FSDP rank 数</translation>
    </message>
    <message>
        <source>Final norm and bias of the head</source>
        <translation>末层归一化与输出头偏置</translation>
    </message>
    <message>
        <source>Fixed overhead</source>
        <translation>固定开销</translation>
    </message>
    <message>
        <source>Fixed overhead of a step</source>
        <translation>一步的固定开销</translation>
    </message>
    <message>
        <source>Flat copies in the optimizer&apos;s step, per parameter</source>
        <translation>优化器步骤中的平坦副本，每参数</translation>
    </message>
    <message>
        <source>Flat copies of gradients in the step and reduction buckets</source>
        <translation>步内梯度的平铺副本与归约桶</translation>
    </message>
    <message>
        <source>Forward GEMM</source>
        <translation>前向矩阵乘</translation>
    </message>
    <message>
        <source>Functionality buffers</source>
        <translation>功能缓冲</translation>
    </message>
    <message>
        <source>Gathered parameters</source>
        <translation>收集的参数</translation>
    </message>
    <message>
        <source>Gathers per step</source>
        <translation>每步收集次数</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Gradient of the input</source>
        <translation>输入的梯度</translation>
    </message>
    <message>
        <source>Gradient of the weight</source>
        <translation>权重的梯度</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Gradients alive at the same time</source>
        <translation>同时存活的梯度</translation>
    </message>
    <message>
        <source>Gradients that overwrite what they are of</source>
        <translation>就地覆盖其对应张量的梯度</translation>
    </message>
    <message>
        <source>all of a step</source>
        <translation>一步的全部梯度</translation>
    </message>
    <message>
        <source>Gradients that stay between steps</source>
        <translation>步间保留的梯度</translation>
    </message>
    <message>
        <source>no gradients</source>
        <translation>无梯度</translation>
    </message>
    <message>
        <source>Gathered in a forward pass</source>
        <translation>前向传播中聚合的参数</translation>
    </message>
    <message>
        <source>Hidden states that the head reads</source>
        <translation>输出头读取的隐藏状态</translation>
    </message>
    <message>
        <source>Bytes of a logit without its gradient</source>
        <translation>一个 logit 不含梯度的字节数</translation>
    </message>
    <message>
        <source>Logits and loss of the evaluated batch</source>
        <translation>评估批次的 logits 与损失</translation>
    </message>
    <message>
        <source>Tensors of one layer&apos;s backward pass</source>
        <translation>一层反向传播中的张量</translation>
    </message>
    <message>
        <source>Tensors of one layer&apos;s forward pass</source>
        <translation>一层前向传播中的张量</translation>
    </message>
    <message>
        <source>Gradients alive at the same time: the sum, and those of a micro-batch</source>
        <translation>同时存在的梯度：累加值与一个微批的梯度</translation>
    </message>
    <message>
        <source>Gradients of a reduction bucket</source>
        <translation>一个归约桶中的梯度数</translation>
    </message>
    <message>
        <source>Gradients of outputs that are quantised</source>
        <translation>被量化的输出梯度数</translation>
    </message>
    <message>
        <source>Hardware FLOP rate per device</source>
        <translation>每设备硬件 FLOP 速率</translation>
    </message>
    <message>
        <source>Hardware FLOP utilisation (HFU)</source>
        <translation>硬件 FLOP 利用率（HFU）</translation>
    </message>
    <message>
        <source>Head and loss</source>
        <translation>输出头与损失</translation>
    </message>
    <message>
        <source>Head and loss of a step</source>
        <translation>一步的输出头与损失</translation>
    </message>
    <message>
        <source>Head size, queries and keys</source>
        <translation>查询与键的头维度</translation>
    </message>
    <message>
        <source>Head size, values</source>
        <translation>头维度，值</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>主机链路</translation>
    </message>
    <message>
        <source>Host transfers</source>
        <translation>主机传输</translation>
    </message>
    <message>
        <source>Host work per step</source>
        <translation>每步的主机工作</translation>
    </message>
    <message>
        <source>Inner dimension on this device</source>
        <translation>本设备上的内维</translation>
    </message>
    <message>
        <source>Inner width of an expert</source>
        <translation>一个专家的内部宽度</translation>
    </message>
    <message>
        <source>Inner width of shared experts</source>
        <translation>共享专家的内部宽度</translation>
    </message>
    <message>
        <source>Inner width of the MLP</source>
        <translation>MLP 的内部宽度</translation>
    </message>
    <message>
        <source>GEMM inputs that are quantised</source>
        <translation>被量化的矩阵乘输入数</translation>
    </message>
    <message>
        <source>Bytes kept of each attention score</source>
        <translation>每个注意力分数保存的字节</translation>
    </message>
    <message>
        <source>Bytes kept per row of the experts</source>
        <translation>专家每行保存的字节</translation>
    </message>
    <message>
        <source>Bytes kept per token and width between last layer and loss</source>
        <translation>末层与损失之间每 token 每维保存的字节</translation>
    </message>
    <message>
        <source>Bytes kept per token inside the tensor-parallel regions</source>
        <translation>张量并行区域内每 token 保存的字节</translation>
    </message>
    <message>
        <source>Bytes kept per token on every rank</source>
        <translation>每个 rank 上每 token 保存的字节</translation>
    </message>
    <message>
        <source>Bytes kept per token outside the tensor-parallel regions</source>
        <translation>张量并行区域外每 token 保存的字节</translation>
    </message>
    <message>
        <source>Kernel workspace</source>
        <translation>内核工作区</translation>
    </message>
    <message>
        <source>Keys that a query attends to on average</source>
        <translation>每个查询平均遇到的键数</translation>
    </message>
    <message>
        <source>Keys and values gathered over the context group</source>
        <translation>在上下文组内收集的键与值</translation>
    </message>
    <message>
        <source>Keys at which a row reaches half the rate</source>
        <translation>一行达到一半速率时的键数</translation>
    </message>
    <message>
        <source>Keys of a tile</source>
        <translation>一个分块的键数</translation>
    </message>
    <message>
        <source>Keys that a window leaves on average</source>
        <translation>窗口平均保留的键数</translation>
    </message>
    <message>
        <source>Launch-bound time of one micro-batch</source>
        <translation>一个微批受内核启动限制的时间</translation>
    </message>
    <message>
        <source>Layers gathered ahead</source>
        <translation>预先收集的层数</translation>
    </message>
    <message>
        <source>Layers of a stage, whose gradients come and go</source>
        <translation>一个阶段的层数，其梯度逐层产生并释放</translation>
    </message>
    <message>
        <source>Layers of the stage</source>
        <translation>该阶段的层数</translation>
    </message>
    <message>
        <source>Most layers times micro-batches alive at once</source>
        <translation>同时存活的层数乘微批数的最大值</translation>
    </message>
    <message>
        <source>Load of the busiest rank over the mean</source>
        <translation>最忙 rank 的负载与平均之比</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>logits 与损失</translation>
    </message>
    <message>
        <source>Logits and their gradients during the loss</source>
        <translation>计算损失时的 logits 及其梯度</translation>
    </message>
    <message>
        <source>Lookup of the embedding, one micro-batch</source>
        <translation>嵌入查表，一个微批</translation>
    </message>
    <message>
        <source>MLP parameters of a layer</source>
        <translation>一层的 MLP 参数</translation>
    </message>
    <message>
        <source>Matrices into the MLP</source>
        <translation>进入 MLP 的矩阵数</translation>
    </message>
    <message>
        <source>Matrix multiplications</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Matrix multiplications of a step</source>
        <translation>一步的矩阵乘法</translation>
    </message>
    <message>
        <source>Matrix multiplications of one dense layer, one micro-batch</source>
        <translation>一个稠密层的矩阵乘法，一个微批</translation>
    </message>
    <message>
        <source>Matrix multiplications of one expert layer, one micro-batch</source>
        <translation>一个专家层的矩阵乘法，一个微批</translation>
    </message>
    <message>
        <source>Mean power of a device, cooling included</source>
        <translation>单设备平均功率，含冷却</translation>
    </message>
    <message>
        <source>Mean stage time of one micro-batch</source>
        <translation>一个微批的平均阶段时间</translation>
    </message>
    <message>
        <source>Memory in the pool of the worst device</source>
        <translation>占用最多的设备的显存池用量</translation>
    </message>
    <message>
        <source>Memory left in the pool</source>
        <translation>显存池的余量</translation>
    </message>
    <message>
        <source>Memory traffic of the loss, all passes</source>
        <translation>损失的访存时间，全部遍数</translation>
    </message>
    <message>
        <source>Memory traffic per logit</source>
        <translation>每个 logit 的访存量</translation>
    </message>
    <message>
        <source>Memory traffic per parameter</source>
        <translation>每个参数的访存量</translation>
    </message>
    <message>
        <source>Micro-batches in flight on this stage</source>
        <translation>本阶段在途的微批数</translation>
    </message>
    <message>
        <source>Micro-batches per step</source>
        <translation>每步微批数</translation>
    </message>
    <message>
        <source>Model FLOP rate per device</source>
        <translation>每设备模型 FLOP 速率</translation>
    </message>
    <message>
        <source>Model FLOP utilisation (MFU)</source>
        <translation>模型 FLOP 利用率（MFU）</translation>
    </message>
    <message>
        <source>Model width h</source>
        <translation>模型宽度 h</translation>
    </message>
    <message>
        <source>Model work of a step, attention counted as it is causal</source>
        <translation>一步的模型工作量，注意力按因果计</translation>
    </message>
    <message>
        <source>Bytes moved for a gradient</source>
        <translation>每个梯度的访存字节</translation>
    </message>
    <message>
        <source>Bytes moved for a weight, backward</source>
        <translation>每个权重的访存字节，反向</translation>
    </message>
    <message>
        <source>Bytes moved for a weight, forward</source>
        <translation>每个权重的访存字节，前向</translation>
    </message>
    <message>
        <source>Bytes moved for an input, backward</source>
        <translation>每个输入的访存字节，反向</translation>
    </message>
    <message>
        <source>Bytes moved for an input, forward</source>
        <translation>每个输入的访存字节，前向</translation>
    </message>
    <message>
        <source>Multi-token-prediction layers</source>
        <translation>多 token 预测层</translation>
    </message>
    <message>
        <source>Norms and biases of a layer, whole on every rank</source>
        <translation>一层的归一化与偏置，每个 rank 上完整保存</translation>
    </message>
    <message>
        <source>Norms of a layer</source>
        <translation>一层的归一化数</translation>
    </message>
    <message>
        <source>Offloaded by a device</source>
        <translation>一个设备卸载的量</translation>
    </message>
    <message>
        <source>Offloaded per token of a layer</source>
        <translation>一层每 token 卸载的字节</translation>
    </message>
    <message>
        <source>One all-gather or reduce-scatter</source>
        <translation>一次 all-gather 或 reduce-scatter</translation>
    </message>
    <message>
        <source>One all-to-all</source>
        <translation>一次 all-to-all</translation>
    </message>
    <message>
        <source>One more with pipelined all-gathers</source>
        <translation>启用流水化 all-gather 时多一层</translation>
    </message>
    <message>
        <source>One transfer</source>
        <translation>一次传输</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Optimizer update of a step</source>
        <translation>一步的优化器更新</translation>
    </message>
    <message>
        <source>Output head and loss of one micro-batch</source>
        <translation>一个微批的输出头与损失</translation>
    </message>
    <message>
        <source>Output heads, those of multi-token prediction included</source>
        <translation>输出头数，含多 token 预测的输出头</translation>
    </message>
    <message>
        <source>Parameters of a layer on one device</source>
        <translation>一层在一个设备上的参数</translation>
    </message>
    <message>
        <source>Parameters of all experts of a layer</source>
        <translation>一层全部专家的参数</translation>
    </message>
    <message>
        <source>Parameters of one dense layer on one device</source>
        <translation>单设备上一个稠密层的参数</translation>
    </message>
    <message>
        <source>Parameters of one expert layer on one device, experts aside</source>
        <translation>单设备上一个专家层的参数，不含专家</translation>
    </message>
    <message>
        <source>Parameters of one layer&apos;s experts on one device</source>
        <translation>单设备上一层专家的参数</translation>
    </message>
    <message>
        <source>Parameters of the output head</source>
        <translation>输出头的参数</translation>
    </message>
    <message>
        <source>Parameters of the stage on one device, experts aside</source>
        <translation>该阶段在一个设备上的参数，不计专家</translation>
    </message>
    <message>
        <source>Parameters updated on this device</source>
        <translation>本设备更新的参数</translation>
    </message>
    <message>
        <source>Part between nodes or slices that never hides</source>
        <translation>节点或切片之间永远无法掩盖的部分</translation>
    </message>
    <message>
        <source>Passes over the logits: one forward, two backward</source>
        <translation>遍历 logits 的次数：前向一次，反向两次</translation>
    </message>
    <message>
        <source>Passes: one forward, two backward</source>
        <translation>遍数：前向一次，反向两次</translation>
    </message>
    <message>
        <source>Peak bytes per logit</source>
        <translation>每个 logit 的峰值字节</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Pipeline stages p</source>
        <translation>流水线阶段数 p</translation>
    </message>
    <message>
        <source>Pool of the allocator</source>
        <translation>分配器的显存池</translation>
    </message>
    <message>
        <source>Price of a device-hour</source>
        <translation>每设备小时的价格</translation>
    </message>
    <message>
        <source>GEMMs of one kernel</source>
        <translation>一个内核的矩阵乘法数</translation>
    </message>
    <message>
        <source>Query and key elements that positions are applied to</source>
        <translation>施加位置编码的查询与键元素数</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>查询头数</translation>
    </message>
    <message>
        <source>Query heads on this device</source>
        <translation>本设备上的查询头</translation>
    </message>
    <message>
        <source>Ranks that reduce gradients</source>
        <translation>归约梯度的 rank 数</translation>
    </message>
    <message>
        <source>Ranks that share the parameters, experts aside</source>
        <translation>共享它们的 rank 数，专家除外</translation>
    </message>
    <message>
        <source>Ranks that share the tokens outside the tensor-parallel regions</source>
        <translation>分担张量并行区域之外 token 的 rank 数</translation>
    </message>
    <message>
        <source>Ranks that share the parameters of experts</source>
        <translation>共享专家部分的 rank 数</translation>
    </message>
    <message>
        <source>Rate of this tile over the best one</source>
        <translation>该分块相对最佳分块的速率</translation>
    </message>
    <message>
        <source>Rate that is left where a width is no multiple of 128 bytes</source>
        <translation>宽度不是 128 字节整数倍时剩余的速率</translation>
    </message>
    <message>
        <source>Reached memory bandwidth</source>
        <translation>达到的显存带宽</translation>
    </message>
    <message>
        <source>Reached rate of this number format</source>
        <translation>此数值格式达到的速率</translation>
    </message>
    <message>
        <source>Reached rate, backward</source>
        <translation>达到的速率，反向</translation>
    </message>
    <message>
        <source>Reached rate, forward</source>
        <translation>达到的速率，前向</translation>
    </message>
    <message>
        <source>Reduce-scatter of one layer&apos;s gradients</source>
        <translation>一层梯度的 reduce-scatter</translation>
    </message>
    <message>
        <source>Reductions per step</source>
        <translation>每步归约次数</translation>
    </message>
    <message>
        <source>Rounds over the compute units</source>
        <translation>遍历计算单元的轮数</translation>
    </message>
    <message>
        <source>Routing, sorting and synchronisation of one pass</source>
        <translation>一遍的路由、排序与同步</translation>
    </message>
    <message>
        <source>Rows (tokens)</source>
        <translation>行数（token）</translation>
    </message>
    <message>
        <source>Rows of the tile</source>
        <translation>分块的行数</translation>
    </message>
    <message>
        <source>Rows sent by one device T·K·h·u</source>
        <translation>一个设备发送的行 T·K·h·u</translation>
    </message>
    <message>
        <source>Multiple that rows are padded to</source>
        <translation>补齐到的行数</translation>
    </message>
    <message>
        <source>Rows that the experts of a device work on</source>
        <translation>一个设备的专家处理的行数</translation>
    </message>
    <message>
        <source>Saved activations</source>
        <translation>保存的激活</translation>
    </message>
    <message>
        <source>Saved by one dense layer</source>
        <translation>一个稠密层所保存</translation>
    </message>
    <message>
        <source>Saved by one expert layer</source>
        <translation>一个专家层所保存</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Sequences of a micro-batch</source>
        <translation>一个微批的序列数</translation>
    </message>
    <message>
        <source>Share of the attention core that is recomputed</source>
        <translation>重算的注意力核心比例</translation>
    </message>
    <message>
        <source>Share of the bubble that the schedule fills</source>
        <translation>调度填掉的气泡比例</translation>
    </message>
    <message>
        <source>Share of the forward kernels that is recomputed</source>
        <translation>重做的前向内核比例</translation>
    </message>
    <message>
        <source>Share of the forward GEMM that is recomputed</source>
        <translation>重做的前向矩阵乘比例</translation>
    </message>
    <message>
        <source>Share of the inner gradients alive together</source>
        <translation>同时存活的内部梯度比例</translation>
    </message>
    <message>
        <source>Share of the layers that see the whole sequence</source>
        <translation>可见整个序列的层的比例</translation>
    </message>
    <message>
        <source>Share of tile and wave losses that costs time</source>
        <translation>计入时间的分块与波次损失比例</translation>
    </message>
    <message>
        <source>Share that never hides</source>
        <translation>始终无法隐藏的比例</translation>
    </message>
    <message>
        <source>Share that no GEMM overlaps</source>
        <translation>没有矩阵乘与之重叠的比例</translation>
    </message>
    <message>
        <source>Share that nothing overlaps</source>
        <translation>没有内容与之重叠的比例</translation>
    </message>
    <message>
        <source>Shared experts and router of a layer</source>
        <translation>一层的共享专家与路由器</translation>
    </message>
    <message>
        <source>Side of the systolic array</source>
        <translation>脉动阵列的边长</translation>
    </message>
    <message>
        <source>Staging of a gradient for its reduction</source>
        <translation>梯度归约前的中转字节</translation>
    </message>
    <message>
        <source>T · (plain/divisor + sharded/t + whole)</source>
        <translation>T · (区域外/分摊数 + 区域内/t + 完整)</translation>
    </message>
    <message>
        <source>T · (plain/divisor + sharded/t + whole) + rows · bytes per row</source>
        <translation>T · (区域外/分摊数 + 区域内/t + 完整) + 行数 · 每行字节</translation>
    </message>
    <message>
        <source>T · V/t · bytes per logit / W</source>
        <translation>T · V/t · 每 logit 字节 / W</translation>
    </message>
    <message>
        <source>Temporary buffers</source>
        <translation>临时缓冲</translation>
    </message>
    <message>
        <source>Tensor degree</source>
        <translation>张量并行度</translation>
    </message>
    <message>
        <source>Tensor degree that shards expert matrices</source>
        <translation>切分专家矩阵的张量并行度</translation>
    </message>
    <message>
        <source>Tensor-parallel traffic of one layer, one micro-batch</source>
        <translation>一层的张量并行通信，一个微批</translation>
    </message>
    <message>
        <source>Tensors between pipeline stages</source>
        <translation>流水线阶段之间的张量</translation>
    </message>
    <message>
        <source>Attention core that hides a ring&apos;s traffic, backward</source>
        <translation>同上，反向</translation>
    </message>
    <message>
        <source>The slowest stage holds the embedding</source>
        <translation>最慢的阶段含有嵌入</translation>
    </message>
    <message>
        <source>The slowest stage holds the head</source>
        <translation>最慢阶段持有输出头</translation>
    </message>
    <message>
        <source>This software stack over the chip&apos;s typical time</source>
        <translation>此软件栈相对该芯片通常用时之比</translation>
    </message>
    <message>
        <source>Time of one optimizer step</source>
        <translation>一个优化器步的时间</translation>
    </message>
    <message>
        <source>Time of the arithmetic</source>
        <translation>算术时间</translation>
    </message>
    <message>
        <source>Time of the memory traffic</source>
        <translation>访存时间</translation>
    </message>
    <message>
        <source>Time over that of a plain GEMM</source>
        <translation>相对普通矩阵乘的时间倍数</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Tokens of a micro-batch on one tensor group (b·s/c)</source>
        <translation>一个张量组上每微批的 token 数（b·s/c）</translation>
    </message>
    <message>
        <source>Tokens per second and device</source>
        <translation>每秒每设备 token 数</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>训练 token 数</translation>
    </message>
    <message>
        <source>Transfers per step and stage</source>
        <translation>每步每阶段的传输次数</translation>
    </message>
    <message>
        <source>T·h·u/divisor · (2·v + outputs kept)</source>
        <translation>T·h·u/分摊数 · (2·v + 保留的输出)</translation>
    </message>
    <message>
        <source>16-bit casts of the frozen weights for the backward pass</source>
        <translation>供反向传播使用的冻结权重的 16 位转换副本</translation>
    </message>
    <message>
        <source>Buffer for the gradient of the largest parameter</source>
        <translation>存放最大参数梯度的缓冲区</translation>
    </message>
    <message>
        <source>Bytes of a frozen weight as it is sharded</source>
        <translation>参与切分的一个冻结权重的字节数</translation>
    </message>
    <message>
        <source>Cast of the frozen matrix to 16 bits</source>
        <translation>把冻结矩阵转为 16 位</translation>
    </message>
    <message>
        <source>Elements of the largest parameter on this device</source>
        <translation>本设备上最大参数的元素数</translation>
    </message>
    <message>
        <source>Ranks that share the weights</source>
        <translation>共享权重的进程数</translation>
    </message>
    <message>
        <source>Scales of a frozen weight, whole on every rank</source>
        <translation>一个冻结权重的缩放因子，每个进程都保存完整一份</translation>
    </message>
    <message>
        <source>Scales of an expert&apos;s frozen weight</source>
        <translation>专家的一个冻结权重的缩放因子</translation>
    </message>
    <message>
        <source>Scales of the frozen weights, whole on every rank</source>
        <translation>冻结权重的缩放因子，每个进程都保存完整一份</translation>
    </message>
    <message>
        <source>Shard of a layer that comes from the host</source>
        <translation>从主机取来的一层的分片</translation>
    </message>
    <message>
        <source>bytes of a layer, as kept and as gathered / shards</source>
        <translation>一层按保存格式与聚集格式的字节数 / 分片数</translation>
    </message>
    <message>
        <source>bytes of scales · matrices</source>
        <translation>缩放因子的字节数 · 矩阵</translation>
    </message>
    <message>
        <source>bytes per gradient · buffers · (P_plain/shards + P_experts/expert shards), until the backward pass ends</source>
        <translation>每梯度字节 · 缓冲数 · (P_plain/分片数 + P_experts/专家分片数)，直到反向传播结束</translation>
    </message>
    <message>
        <source>sharded weights + scales that every rank holds whole</source>
        <translation>切分的权重 + 每个进程完整保存的缩放因子</translation>
    </message>
    <message>
        <source>u · (layers held · P_layer + root group) + a shard from the host + one layer&apos;s gradient and its staging</source>
        <translation>u · (持有层数 · P_layer + 根组) + 从主机取来的分片 + 一层的梯度及其中转</translation>
    </message>
    <message>
        <source>u · (matrices of all layers or of one + head)</source>
        <translation>u · (所有层或一层的矩阵 + 输出头)</translation>
    </message>
    <message>
        <source>u · largest parameter</source>
        <translation>u · 最大参数</translation>
    </message>
    <message>
        <source>Unused gradients that fused accumulation leaves behind</source>
        <translation>融合累加留下的未使用梯度</translation>
    </message>
    <message>
        <source>Useful share of tiles and waves</source>
        <translation>tile 与 wave 的有效比例</translation>
    </message>
    <message>
        <source>Vocabulary V</source>
        <translation>词表 V</translation>
    </message>
    <message>
        <source>Vocabulary on this device V/t</source>
        <translation>本设备上的词表 V/t</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights that are quantised</source>
        <translation>被量化的权重数</translation>
    </message>
    <message>
        <source>Work of a step, recomputation included</source>
        <translation>一步的工作量，含重计算</translation>
    </message>
    <message>
        <source>Work of the attention core, forward</source>
        <translation>注意力核心的计算量，前向</translation>
    </message>
    <message>
        <source>Work of the backward pass over the forward</source>
        <translation>反向与前向计算量之比</translation>
    </message>
    <message>
        <source>Working set</source>
        <translation>工作集</translation>
    </message>
    <message>
        <source>Working set of one layer&apos;s backward pass</source>
        <translation>一层反向的工作集</translation>
    </message>
    <message>
        <source>a/t</source>
        <translation>a/t</translation>
    </message>
    <message>
        <source>achieved rate / dense peak of the fastest number format in use</source>
        <translation>达到的速率 / 所用最快数值格式的稠密峰值</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>assumed constant</source>
        <translation>假定的常数</translation>
    </message>
    <message>
        <source>attention/t + norms + (shared experts + router)/t</source>
        <translation>注意力/t + 归一化 + (共享专家 + 路由器)/t</translation>
    </message>
    <message>
        <source>attention/t + norms + MLP/t</source>
        <translation>注意力/t + 归一化 + MLP/t</translation>
    </message>
    <message>
        <source>b · s / c</source>
        <translation>b · s / c</translation>
    </message>
    <message>
        <source>budget − needed</source>
        <translation>预算 − 所需</translation>
    </message>
    <message>
        <source>bytes in the step · local parameters + 4 · bucket + unused gradients</source>
        <translation>步骤中字节 · 本地参数 + 4 · 桶 + 未使用的梯度</translation>
    </message>
    <message>
        <source>bytes per gradient · buffers · (P_plain/shards + P_experts/expert shards)</source>
        <translation>每梯度字节 · 缓冲数 · (P_plain/分片数 + P_experts/专家分片数)</translation>
    </message>
    <message>
        <source>bytes per parameter · (P_plain/shards + P_experts/expert shards)</source>
        <translation>每参数字节 · (P_plain/分片数 + P_experts/专家分片数)</translation>
    </message>
    <message>
        <source>bytes per token · T / t · layers · micro-batches in flight</source>
        <translation>每 token 字节 · T / t · 层数 · 在途微批数</translation>
    </message>
    <message>
        <source>calls · all-to-all(T·K·h·u) · exposed share + routing of each pass</source>
        <translation>调用次数 · all-to-all(T·K·h·u) · 暴露比例 + 每遍的路由</translation>
    </message>
    <message>
        <source>cited</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>编译得出</translation>
    </message>
    <message>
        <source>constant of the formula</source>
        <translation>公式中的常数</translation>
    </message>
    <message>
        <source>derived from the plan</source>
        <translation>由方案推得</translation>
    </message>
    <message>
        <source>device-hours / (24 · devices)</source>
        <translation>设备小时 / (24 · 设备数)</translation>
    </message>
    <message>
        <source>device-hours · mean power · PUE</source>
        <translation>设备小时 · 平均功率 · PUE</translation>
    </message>
    <message>
        <source>device-hours · price</source>
        <translation>设备小时 · 价格</translation>
    </message>
    <message>
        <source>effective flags</source>
        <translation>生效的标志</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>expert layers · experts of a layer</source>
        <translation>专家层数 · 一层的专家</translation>
    </message>
    <message>
        <source>experts / (e·etp)</source>
        <translation>专家 / (e·etp)</translation>
    </message>
    <message>
        <source>exposed part of the key-value communication, forward and backward</source>
        <translation>键值通信暴露的部分，前向与反向</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>拟合</translation>
    </message>
    <message>
        <source>forward + backward + replay · forward</source>
        <translation>前向 + 反向 + 重算比例 · 前向</translation>
    </message>
    <message>
        <source>global batch · sequence length / (devices · step time)</source>
        <translation>全局批次 · 序列长度 / (设备数 · 单步时间)</translation>
    </message>
    <message>
        <source>heads · (GEMMs · factor of the stack + traffic of the loss)</source>
        <translation>输出头数 · (矩阵乘 · 软件栈系数 + 损失访存)</translation>
    </message>
    <message>
        <source>host work of a step + launch time that the device does not cover</source>
        <translation>一步的主机工作 + 设备掩盖不了的启动时间</translation>
    </message>
    <message>
        <source>in host memory</source>
        <translation>位于主机内存</translation>
    </message>
    <message>
        <source>layers · one layer + embedding</source>
        <translation>层数 · 一层 + 嵌入</translation>
    </message>
    <message>
        <source>local parameters · bytes per parameter / W</source>
        <translation>本地参数 · 每参数字节 / W</translation>
    </message>
    <message>
        <source>max(arithmetic, memory traffic)</source>
        <translation>max(算术, 访存)</translation>
    </message>
    <message>
        <source>max(floor·comm, max(0, comm − window) + κ·min(comm, window))</source>
        <translation>max(下限·通信, max(0, 通信 − 窗口) + κ·min(通信, 窗口))</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>micro-batches in flight · layers of the stage · bytes per layer + input of the loss</source>
        <translation>在途微批数 · 阶段层数 · 每层字节 + 损失的输入</translation>
    </message>
    <message>
        <source>micro-batches · (head on the slowest stage + embedding)</source>
        <translation>微批数 · (最慢阶段上的输出头 + 嵌入)</translation>
    </message>
    <message>
        <source>micro-batches · expert layers of the stage · one layer</source>
        <translation>微批数 · 阶段的专家层数 · 一层</translation>
    </message>
    <message>
        <source>micro-batches · layers of the stage · one layer</source>
        <translation>微批数 · 阶段层数 · 一层</translation>
    </message>
    <message>
        <source>min(m, p)</source>
        <translation>m 与 p 中较小者</translation>
    </message>
    <message>
        <source>min(m, p·(1 + (p − 1)/(p·v)))</source>
        <translation>m 与 p·(1 + (p − 1)/(p·v)) 中较小者</translation>
    </message>
    <message>
        <source>m·n / padded elements</source>
        <translation>m·n / 补齐后的元素数</translation>
    </message>
    <message>
        <source>no backward pass</source>
        <translation>没有反向</translation>
    </message>
    <message>
        <source>in a training step, where memory is largest</source>
        <translation>内存最大时在训练步中</translation>
    </message>
    <message>
        <source>in an evaluation, where memory is largest</source>
        <translation>内存最大时在评估中</translation>
    </message>
    <message>
        <source>u · T · h</source>
        <translation>u · T · h</translation>
    </message>
    <message>
        <source>T·V/t · bytes of a logit without its gradient</source>
        <translation>T·V/t · 一个 logit 不含梯度的字节数</translation>
    </message>
    <message>
        <source>u · (inner tensors of the MLP + two as wide as the model), or attention&apos;s scores</source>
        <translation>u ·（MLP 内部张量 + 两个与模型同宽的张量），或注意力分数</translation>
    </message>
    <message>
        <source>activations of a layer + gradients</source>
        <translation>一层的激活 + 梯度</translation>
    </message>
    <message>
        <source>u · (layers held · P_layer + root group) + a shard from the host, if it lies there</source>
        <translation>u ·（驻留层数 · P_layer + 根组）+ 来自主机的分片（若在主机上）</translation>
    </message>
    <message>
        <source>no update</source>
        <translation>没有更新</translation>
    </message>
    <message>
        <source>norms and residuals + positions, activation function, dropout, permutation</source>
        <translation>归一化与残差 + 位置编码、激活函数、dropout、置换</translation>
    </message>
    <message>
        <source>nothing of this kind in the plan</source>
        <translation>该计划中没有此项</translation>
    </message>
    <message>
        <source>one at a time</source>
        <translation>一次一个</translation>
    </message>
    <message>
        <source>one stage</source>
        <translation>只有一个阶段</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>plan or profile</source>
        <translation>方案或资料库</translation>
    </message>
    <message>
        <source>GEMMs · [element bytes · (m·k + k·n) + output bytes · m·n] / W</source>
        <translation>矩阵乘数 · [元素字节 · (m·k + k·n) + 输出字节 · m·n] / W</translation>
    </message>
    <message>
        <source>ratio · work / rate + score traffic / W</source>
        <translation>倍数 · 计算量 / 速率 + 分数访存 / W</translation>
    </message>
    <message>
        <source>sum of the terms</source>
        <translation>各项之和</translation>
    </message>
    <message>
        <source>sum over matrices · factor of the stack</source>
        <translation>对各矩阵求和 · 软件栈系数</translation>
    </message>
    <message>
        <source>the loss is on the last stage</source>
        <translation>损失在最后一个阶段</translation>
    </message>
    <message>
        <source>tile&apos;s rate · m·n·GEMMs / elements of all rounds</source>
        <translation>分块速率 · m·n·矩阵乘数 / 全部轮次的元素数</translation>
    </message>
    <message>
        <source>tokens of the rank · K · imbalance · capacity</source>
        <translation>该 rank 的 token 数 · K · 不均衡 · 容量</translation>
    </message>
    <message>
        <source>u · (inner tensors · share + gathered gradient + two residual branches)</source>
        <translation>u · (内部张量 · 比例 + 收集的梯度 + 两个残差分支)</translation>
    </message>
    <message>
        <source>u · (layers held · P_layer + root group) + one layer&apos;s gradient and its staging</source>
        <translation>u · (持有层数 · P_layer + 根组) + 一层的梯度及其中转</translation>
    </message>
    <message>
        <source>u · weights of one layer, one of each shape</source>
        <translation>u · 一层的权重，每种形状一份</translation>
    </message>
    <message>
        <source>every rank holds whole weights</source>
        <translation>每个 rank 上权重完整</translation>
    </message>
    <message>
        <source>whole layers · min(s, (s + block)/2) + windowed layers · min(s, window + block)</source>
        <translation>全注意力层 · min(s, (s + 块)/2) + 窗口层 · min(s, 窗口 + 块)</translation>
    </message>
    <message>
        <source>work / rate + score traffic / W</source>
        <translation>计算量 / 速率 + 分数访存 / W</translation>
    </message>
    <message>
        <source>work of a step / (devices · step time)</source>
        <translation>一步的工作量 / (设备数 · 单步时间)</translation>
    </message>
    <message>
        <source>Replicas of a shard whose gradients are added up</source>
        <translation>每个分片中对梯度求和的副本数</translation>
    </message>
    <message>
        <source>Buffers of one communicator</source>
        <translation>一个通信域的缓冲</translation>
    </message>
    <message>
        <source>Critical tokens per device</source>
        <translation>每设备临界 token 数</translation>
    </message>
    <message>
        <source>Devices of a node</source>
        <translation>一个节点的设备数</translation>
    </message>
    <message>
        <source>Host memory of one node</source>
        <translation>一个节点的主机内存</translation>
    </message>
    <message>
        <source>Memory fraction</source>
        <translation>显存比例</translation>
    </message>
    <message>
        <source>Memory outside the pool</source>
        <translation>显存池以外的显存</translation>
    </message>
    <message>
        <source>Network rate of a device</source>
        <translation>每设备网络速率</translation>
    </message>
    <message>
        <source>Offloaded by the worst device</source>
        <translation>最差设备卸载的数据量</translation>
    </message>
    <message>
        <source>Peak rate in 16 bits</source>
        <translation>16 位峰值速率</translation>
    </message>
    <message>
        <source>Rate of one torus axis, both ways</source>
        <translation>环面一条轴的双向速率</translation>
    </message>
    <message>
        <source>Usable memory of the chip</source>
        <translation>芯片可用显存</translation>
    </message>
    <message>
        <source>memory fraction · usable memory</source>
        <translation>显存比例 · 可用显存</translation>
    </message>
    <message>
        <source>offloaded by a device · devices of a node</source>
        <translation>每设备卸载量 · 一个节点的设备数</translation>
    </message>
    <message>
        <source>peak rate / (devices of a node · network rate of a device)</source>
        <translation>峰值速率 /（一个节点的设备数 · 每设备网络速率）</translation>
    </message>
    <message>
        <source>peak rate / rate of one torus axis, both ways</source>
        <translation>峰值速率 / 环面一条轴的双向速率</translation>
    </message>
    <message>
        <source>usable memory − outside the pool</source>
        <translation>可用显存 − 显存池以外</translation>
    </message>
    <message>
        <source>Gradient to the host and weight back</source>
        <translation>梯度送往主机、权重取回</translation>
    </message>
    <message>
        <source>Parameters that a node&apos;s processors update in a second</source>
        <translation>一个节点的处理器每秒更新的参数</translation>
    </message>
    <message>
        <source>flat gradients and buckets + tensors between stages</source>
        <translation>平铺梯度与分桶 + 阶段间张量</translation>
    </message>
    <message>
        <source>local parameters · (devices of a node / rate + bytes / H)</source>
        <translation>本地参数 ·（节点设备数 / 速率 + 字节 / H）</translation>
    </message>
    <message>
        <source>⌈tiles / compute units⌉</source>
        <translation>⌈分块数 / 计算单元数⌉</translation>
    </message>
    <message>
        <source>Communicators with buffers of their own</source>
        <translation>自带缓冲区的通信器数</translation>
    </message>
    <message>
        <source>Compute that may hide the communication</source>
        <translation>可用来掩盖通信的计算</translation>
    </message>
    <message>
        <source>Copies of loop state</source>
        <translation>循环状态的复制</translation>
    </message>
    <message>
        <source>DeepSpeed stage_1_and_2.py; InternEvo hybrid_zero_optim.py</source>
        <translation>见 DeepSpeed stage_1_and_2.py；InternEvo hybrid_zero_optim.py</translation>
    </message>
    <message>
        <source>Communicated activation T·h·u</source>
        <translation>通信的激活 T·h·u</translation>
    </message>
    <message>
        <source>Communication that the neighbouring layer can hide</source>
        <translation>可由相邻层隐藏的通信</translation>
    </message>
    <message>
        <source>Communication that nothing hides, and what half a window leaves of the rest</source>
        <translation>没有计算可隐藏的通信，以及半个窗口未能隐藏的部分</translation>
    </message>
    <message>
        <source>First gather and last reduction of what is pipelined</source>
        <translation>流水化部分的首次收集与末次归约</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>Late start where hardware queues compete</source>
        <translation>硬件队列竞争造成的延迟启动</translation>
    </message>
    <message>
        <source>Messages that a layer&apos;s gradients are reduced in</source>
        <translation>归约一层梯度所用的消息数</translation>
    </message>
    <message>
        <source>Messages that a layer&apos;s weights are gathered in</source>
        <translation>收集一层权重所用的消息数</translation>
    </message>
    <message>
        <source>One all-reduce</source>
        <translation>一次 all-reduce</translation>
    </message>
    <message>
        <source>Pair received one iteration early</source>
        <translation>提前一次迭代接收的一对张量</translation>
    </message>
    <message>
        <source>Share of this time that the schedule uses</source>
        <translation>调度实际用上的这段时间的比例</translation>
    </message>
    <message>
        <source>Share of the attention core that hides a ring&apos;s traffic</source>
        <translation>环可用来隐藏的注意力核心比例</translation>
    </message>
    <message>
        <source>Share of the rest that starts late because hardware queues compete</source>
        <translation>其余部分因硬件队列竞争而延迟启动的比例</translation>
    </message>
    <message>
        <source>Transformer Engine get_dummy_wgrad</source>
        <translation>见 Transformer Engine get_dummy_wgrad</translation>
    </message>
    <message>
        <source>Two with pipelined reduce-scatters</source>
        <translation>流水化 reduce-scatter 时为二</translation>
    </message>
    <message>
        <source>Time that communication adds to one pass through a layer</source>
        <translation>通信给一层的一次计算增加的时间</translation>
    </message>
    <message>
        <source>Share that is exposed if the GEMMs start at once</source>
        <translation>矩阵乘立即开始时</translation>
    </message>
    <message>
        <source>bare + max(0, comm − window, late start) + κ·min(comm, window) + copies</source>
        <translation>无窗口部分 + max(0, 通信 − 窗口, 延迟启动) + κ·min(通信, 窗口) + 复制</translation>
    </message>
    <message>
        <source>layers are equal; a layer is two halves, attention and MLP</source>
        <translation>各层视为相同；一层分为注意力与 MLP 两半</translation>
    </message>
    <message>
        <source>share + late start of the rest</source>
        <translation>比例 + 其余部分的延迟启动</translation>
    </message>
    <message>
        <source>κ·comm: exposed share of hidden traffic</source>
        <translation>κ·通信：被隐藏通信中暴露的部分</translation>
    </message>
    <message>
        <source>Rows of the frozen matrix</source>
        <translation>冻结矩阵的行数</translation>
    </message>
    <message>
        <source>Columns of the frozen matrix</source>
        <translation>冻结矩阵的列数</translation>
    </message>
    <message>
        <source>Rows of the matrix</source>
        <translation>矩阵的行数</translation>
    </message>
    <message>
        <source>Columns of the matrix</source>
        <translation>矩阵的列数</translation>
    </message>
    <message>
        <source>Rank of the adapters r</source>
        <translation>适配器的秩 r</translation>
    </message>
    <message>
        <source>Parameters of one adapter on this device</source>
        <translation>一个适配器在这台设备上的参数</translation>
    </message>
    <message>
        <source>Experts of a layer on this device</source>
        <translation>这台设备上一层的专家数</translation>
    </message>
    <message>
        <source>Weights of one matrix on this device</source>
        <translation>一个矩阵在这台设备上的权重</translation>
    </message>
    <message>
        <source>in·out / t</source>
        <translation>行·列 / t</translation>
    </message>
    <message>
        <source>Parameters of the matrix&apos;s adapters</source>
        <translation>它的适配器的参数</translation>
    </message>
    <message>
        <source>sum of r·(in + out)</source>
        <translation>r·(in + out) 之和</translation>
    </message>
    <message>
        <source>layers · sum over matrices</source>
        <translation>层数 · 对各矩阵求和</translation>
    </message>
    <message>
        <source>Frozen matrices on one device, experts aside</source>
        <translation>一台设备上的冻结矩阵，专家除外</translation>
    </message>
    <message>
        <source>Adapters on one device, those of experts aside</source>
        <translation>一台设备上的适配器，专家的除外</translation>
    </message>
    <message>
        <source>Bytes of a frozen weight, scales included</source>
        <translation>每个冻结权重的字节数，含缩放</translation>
    </message>
    <message>
        <source>Bytes of a frozen weight of an expert</source>
        <translation>专家的每个冻结权重的字节数</translation>
    </message>
    <message>
        <source>(base bytes · matrices + u · the rest) / shards, and the same of experts</source>
        <translation>（基座字节 · 矩阵 + u · 其余）/ 份数，专家同理</translation>
    </message>
    <message>
        <source>Adapters of a layer on one device</source>
        <translation>一台设备上一层的适配器</translation>
    </message>
    <message>
        <source>adapters / layers of the stage</source>
        <translation>适配器 / 该阶段的层数</translation>
    </message>
    <message>
        <source>Frozen weights of one layer on one device</source>
        <translation>一台设备上一层的冻结权重</translation>
    </message>
    <message>
        <source>base bytes · parameters of a layer</source>
        <translation>基座字节 · 一层的参数</translation>
    </message>
    <message>
        <source>One frozen matrix dequantized to 16 bits</source>
        <translation>反量化到 16 位的一个冻结矩阵</translation>
    </message>
    <message>
        <source>u · weights of the largest matrix</source>
        <translation>u · 最大矩阵的权重数</translation>
    </message>
    <message>
        <source>Weights of the largest matrix on this device</source>
        <translation>这台设备上最大矩阵的权重数</translation>
    </message>
    <message>
        <source>Dequantization of the frozen matrix to 16 bits, one pass</source>
        <translation>把冻结矩阵反量化到 16 位，一遍</translation>
    </message>
    <message>
        <source>Read in the base&apos;s format, written in 16 bits</source>
        <translation>以基座格式读入，以 16 位写出</translation>
    </message>
    <message>
        <source>Two GEMMs of an adapter</source>
        <translation>适配器的两个 GEMM</translation>
    </message>
    <message>
        <source>down to r + up from r</source>
        <translation>降到 r + 从 r 升回</translation>
    </message>
    <message>
        <source>GEMM with [in, r]</source>
        <translation>与 [in, r] 相乘</translation>
    </message>
    <message>
        <source>GEMM with [r, out]</source>
        <translation>与 [r, out] 相乘</translation>
    </message>
    <message>
        <source>as any GEMM</source>
        <translation>与任何 GEMM 一样</translation>
    </message>
    <message>
        <source>frozen weights + bytes per parameter · adapters/shards</source>
        <translation>冻结权重 + 每参数字节 · 适配器/份数</translation>
    </message>
    <message>
        <source>flat gradients and buckets + tensors between stages + one dequantized matrix</source>
        <translation>平铺梯度和桶 + 阶段间张量 + 一个反量化的矩阵</translation>
    </message>
    <message>
        <source>forward + gradient of the input + adapters + replay · forward</source>
        <translation>前向 + 输入的梯度 + 适配器 + 重算 · 前向</translation>
    </message>
    <message>
        <source>Mean length of a packed document</source>
        <translation>打包文档的平均长度</translation>
    </message>
    <message>
        <source>global batch · sequence length / (devices · step time) · (1 − padding)</source>
        <translation>全局批 · 序列长度 /（设备 · 步时间）·（1 − 填充）</translation>
    </message>
    <message>
        <source>Share of the tokens that are padding</source>
        <translation>填充 token 所占份额</translation>
    </message>
    <message>
        <source>Frozen weights</source>
        <translation>冻结权重</translation>
    </message>
    <message>
        <source>Chunks of the loss</source>
        <translation>损失的分块数</translation>
    </message>
    <message>
        <source>Layers of a stage</source>
        <translation>一个阶段的层数</translation>
    </message>
    <message>
        <source>Bytes moved for the bias of an element that experts put out</source>
        <translation>专家每个输出元素为加偏置而搬运的字节</translation>
    </message>
    <message>
        <source>Bytes per logit that chunks leave whole</source>
        <translation>每个 logit 中分块不减小的字节</translation>
    </message>
    <message>
        <source>Passes over the experts&apos; rows around the all-to-all</source>
        <translation>all-to-all 前后对专家各行的读写遍数</translation>
    </message>
    <message>
        <source>T·V/t · (whole part + rest / chunks of the bytes per logit)</source>
        <translation>T·V/t ·（每个 logit 的字节：整块部分 + 其余 / 分块数）</translation>
    </message>
    <message>
        <source>Saved by the last layer of the backward pass</source>
        <translation>最后轮到的那一层所保存的</translation>
    </message>
    <message>
        <source>saved / layers</source>
        <translation>保存量 / 层数</translation>
    </message>
    <message>
        <source>tokens / (tokens/s · 3600)</source>
        <translation>token 数 / (token/s · 3600)</translation>
    </message>
    <message>
        <source>State that a checkpoint holds</source>
        <translation>检查点保存的状态</translation>
    </message>
    <message>
        <source>trained parameters · bytes of weight, master and moments</source>
        <translation>训练的参数 · 权重、主权重与动量的字节数</translation>
    </message>
    <message>
        <source>Parameters that are trained</source>
        <translation>训练的参数</translation>
    </message>
    <message>
        <source>Bytes of weight, master weight and moments of a parameter</source>
        <translation>每个参数的权重、主权重与动量的字节数</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Time that training waits for a checkpoint</source>
        <translation>训练等待一次检查点的时间</translation>
    </message>
    <message>
        <source>state / (rate of a node · nodes)</source>
        <translation>状态 / (节点速率 · 节点数)</translation>
    </message>
    <message>
        <source>Rate at which a node writes a checkpoint</source>
        <translation>节点写检查点的速率</translation>
    </message>
    <message>
        <source>Nodes that write</source>
        <translation>写检查点的节点数</translation>
    </message>
    <message>
        <source>Time between two checkpoints</source>
        <translation>两次检查点之间的时间</translation>
    </message>
    <message>
        <source>√(2 · checkpoint · time between failures), at least a step</source>
        <translation>√(2 · 检查点 · 故障间隔)，至少一步</translation>
    </message>
    <message>
        <source>Time between failures of the job</source>
        <translation>作业的故障间隔</translation>
    </message>
    <message>
        <source>time between failures of a device / devices</source>
        <translation>单个设备的故障间隔 / 设备数</translation>
    </message>
    <message>
        <source>Time between failures of one device</source>
        <translation>单个设备的故障间隔</translation>
    </message>
    <message>
        <source>Restart after a failure</source>
        <translation>故障后的重启</translation>
    </message>
    <message>
        <source>Share of the time that makes progress</source>
        <translation>取得进展的时间占比</translation>
    </message>
    <message>
        <source>(1 − checkpoint/interval) · (1 − (interval/2 + restart)/time between failures)</source>
        <translation>(1 − 检查点/间隔) · (1 − (间隔/2 + 重启)/故障间隔)</translation>
    </message>
    <message>
        <source>undisturbed / goodput</source>
        <translation>无中断时的值 / 有效比例</translation>
    </message>
    <message>
        <source>Time to train, failures and checkpoints included</source>
        <translation>训练时间（含故障与检查点）</translation>
    </message>
    <message>
        <source>Cost of the run, failures and checkpoints included</source>
        <translation>训练费用（含故障与检查点）</translation>
    </message>
    <message>
        <source>Share of a ring&apos;s traffic that is always exposed</source>
        <translation>环形通信中始终暴露的比例</translation>
    </message>
    <message>
        <source>What a copy costs concurrent computation</source>
        <translation>拷贝给同时进行的计算带来的代价</translation>
    </message>
    <message>
        <source>Exposed part of embedding and head</source>
        <translation>嵌入层与输出头暴露的部分</translation>
    </message>
    <message>
        <source>κ: exposed share of a hidden collective while the device computes</source>
        <translation>κ:设备计算时,被隐藏集合通信中暴露的比例</translation>
    </message>
    <message>
        <source>(whole layer − saved + gradients of its inner tensors) · layers at work</source>
        <translation>（整层 − 已保存 + 其内部张量的梯度）· 同时工作的层数</translation>
    </message>
    <message>
        <source>2·m·n·GEMMs · (k / alignment + ramp) / (rate · effective use)</source>
        <translation>2·m·n·矩阵乘数 ·（k / 对齐 + 起步）/（速率 · 有效利用率）</translation>
    </message>
    <message>
        <source>Embedding and head from the host</source>
        <translation>从主机取来的嵌入层与输出头</translation>
    </message>
    <message>
        <source>Layers that begin an iteration of the loop</source>
        <translation>开始一次循环迭代的层</translation>
    </message>
    <message>
        <source>Time that such a layer adds</source>
        <translation>这样一层增加的时间</translation>
    </message>
    <message>
        <source>Time that the other layers add</source>
        <translation>其余层增加的时间</translation>
    </message>
    <message>
        <source>Share of the pass that copies may overlap</source>
        <translation>该遍次中复制可以与之并行的比例</translation>
    </message>
    <message>
        <source>Share of the other layers whose weight gradients are put off</source>
        <translation>其余层中权重梯度被推迟的比例</translation>
    </message>
    <message>
        <source>bare + max(0, comm − window, late start) + κ·min(comm, window), at the barrier of the loop and inside its body, + copies</source>
        <translation>无窗口部分 + max(0, 通信 − 窗口, 晚启动) + κ·min(通信, 窗口)，在循环的屏障处与循环体内分别计算，+ 复制</translation>
    </message>
    <message>
        <source>s: the kernel computes masked scores, too, and throws them away</source>
        <translation>s：内核也计算被掩码的分数，然后丢弃</translation>
    </message>
    <message>
        <source>Forward, and backward</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>Share of the communication that belongs to the embedding and one layer</source>
        <translation>通信中属于嵌入和一层的份额</translation>
    </message>
    <message>
        <source>Share of the chunk that is needed first or done last</source>
        <translation>最先需要或最后完成的块所占的份额</translation>
    </message>
    <message>
        <source>Time of the slowest stage for one micro-batch</source>
        <translation>最慢阶段处理一个微批的时间</translation>
    </message>
    <message>
        <source>Wait of a micro-batch when stages alternate forward and backward passes (1F1B)</source>
        <translation>一前一后的调度让一个微批次等待的时间</translation>
    </message>
    <message>
        <source>layers · rounds · [max(0, comm − window) + κ·min(comm, window)] + first gather and last reduction of each round</source>
        <translation>层数 · 轮数 · [max(0, comm − window) + κ·min(comm, window)] + 每轮的第一次收集和最后一次规约</translation>
    </message>
    <message>
        <source>max(transfers · exposed share, waits of stages in lockstep) + warm-up</source>
        <translation>max(传输次数 · 暴露份额, 各阶段步调一致时的等待) + 预热</translation>
    </message>
    <message>
        <source>(p · mean stage time − the slowest stage&apos;s + gradient and weight communication of the others) of one micro-batch / v · (1 − removed) + what lockstep leaves idle</source>
        <translation>一个微批次的 (p · 平均阶段时间 − 最慢阶段的时间 + 其他阶段的梯度与权重通信) / v · (1 − 去除的份额) + 锁步造成的空闲</translation>
    </message>
    <message>
        <source>Dense layers whose communication a neighbouring layer can hide</source>
        <translation>通信可由相邻层隐藏的稠密层数</translation>
    </message>
    <message>
        <source>Expert layers whose communication a neighbouring layer can hide</source>
        <translation>通信可由相邻层隐藏的专家层数</translation>
    </message>
    <message>
        <source>Exposed transfer of one backward pass</source>
        <translation>一次反向遍次暴露的传输</translation>
    </message>
    <message>
        <source>Exposed transfer of one forward pass</source>
        <translation>一次前向遍次暴露的传输</translation>
    </message>
    <message>
        <source>Stages run in lockstep, one forward and one backward pass in turn (1F1B)</source>
        <translation>一前一后：各阶段步调一致</translation>
    </message>
    <message>
        <source>One layer&apos;s transfer</source>
        <translation>一层的传输</translation>
    </message>
    <message>
        <source>Passes of other micro-batches during the other chunks</source>
        <translation>其他分块期间其他微批次的遍次</translation>
    </message>
    <message>
        <source>Passes that may hide the communication</source>
        <translation>可用来掩盖通信的遍次</translation>
    </message>
    <message>
        <source>Gradient and weight communication of the other stages, one micro-batch</source>
        <translation>其他阶段一个微批次的梯度与权重通信</translation>
    </message>
    <message>
        <source>The layer&apos;s pass without the transfer</source>
        <translation>不计传输时该层的遍次</translation>
    </message>
    <message>
        <source>κ during the passes of other micro-batches</source>
        <translation>κ：其他微批次的遍次期间</translation>
    </message>
    <message>
        <source>Time that gathers and reductions add to a backward pass</source>
        <translation>反向遍次因规约而增加的时间</translation>
    </message>
    <message>
        <source>Time that communication adds to the last backward pass</source>
        <translation>通信给最后一次反向遍次增加的时间</translation>
    </message>
    <message>
        <source>Time that gathers add to a forward pass</source>
        <translation>收集给前向遍次增加的时间</translation>
    </message>
    <message>
        <source>Collectives that nothing hides: the embedding&apos;s, and the last layer&apos;s if they come after it</source>
        <translation>没有任何计算可隐藏的集合通信：嵌入层的，以及排在其后的最后一层的</translation>
    </message>
    <message>
        <source>layers · time that communication adds to one, for dense and expert layers</source>
        <translation>层数 · 通信给一层增加的时间，稠密层与专家层分别计算</translation>
    </message>
    <message>
        <source>micro-batches · (layers · wait of each pass + embedding)</source>
        <translation>微批次 ·（层数 · 每个遍次的等待 + 嵌入层）</translation>
    </message>
    <message>
        <source>min(transfer, max(0, transfer − reach · pass) + cost · transfer)</source>
        <translation>min(传输, max(0, 传输 − 可用比例 · 遍次) + 代价 · 传输)</translation>
    </message>
    <message>
        <source>Time that the stage is ahead of the first one</source>
        <translation>该阶段领先首个阶段的时间</translation>
    </message>
    <message>
        <source>max(floor·comm, ends + max(0, comm − ends − reach·window) + κ·min(comm − ends, reach·window)) − lead; with chunks this holds for the last one, and passes of other micro-batches hide the others</source>
        <translation>max(floor·comm, ends + max(0, comm − ends − reach·window) + κ·min(comm − ends, reach·window)) − lead；有分块时这适用于最后一块，其余各块由其他微批次的遍次隐藏</translation>
    </message>
    <message>
        <source>Multiple that the framework pads the rows of a rank to</source>
        <translation>框架将每个进程的词表行数补齐到的倍数</translation>
    </message>
    <message>
        <source>Vocabulary that all tensor ranks hold, padded</source>
        <translation>所有张量并行进程共同持有的词表（已补齐）</translation>
    </message>
    <message>
        <source>⌈V / (step · t)⌉ · step · t</source>
        <translation>⌈V /（步长 · t）⌉ · 步长 · t</translation>
    </message>
    <message>
        <source>Memory next to the state in the optimizer&apos;s step</source>
        <translation>优化器更新时状态之外的部分</translation>
    </message>
    <message>
        <source>Memory next to the state in forward and backward passes</source>
        <translation>前向与反向传播时状态之外的部分</translation>
    </message>
    <message>
        <source>Free blocks that fit no request</source>
        <translation>放不下任何请求的空闲块</translation>
    </message>
    <message>
        <source>Buffers in forward and backward passes</source>
        <translation>前向与反向传播中的缓冲区</translation>
    </message>
    <message>
        <source>Bytes of a weight outside the frozen base</source>
        <translation>基座之外每个权重的字节数</translation>
    </message>
    <message>
        <source>Bytes of a weight that is updated</source>
        <translation>被更新的每个权重的字节数</translation>
    </message>
    <message>
        <source>Copies of the parameters in the optimizer&apos;s step</source>
        <translation>更新时的参数副本</translation>
    </message>
    <message>
        <source>Gradients in forward and backward passes</source>
        <translation>前向与反向传播中的梯度</translation>
    </message>
    <message>
        <source>Gradients of layer inputs that FSDP&apos;s hooks keep</source>
        <translation>FSDP 钩子保留的层输入梯度</translation>
    </message>
    <message>
        <source>Gradients in the optimizer&apos;s step</source>
        <translation>更新时的梯度</translation>
    </message>
    <message>
        <source>Bytes that 32 bits add to each number of a layer&apos;s input</source>
        <translation>以 32 位保存的层输入所多占的部分</translation>
    </message>
    <message>
        <source>Parameters kept for their next use</source>
        <translation>为下次使用而保留的参数</translation>
    </message>
    <message>
        <source>Parameters that a rank updates at a time</source>
        <translation>一个进程一次更新的参数</translation>
    </message>
    <message>
        <source>Pool that the peak needs</source>
        <translation>峰值所需的内存池</translation>
    </message>
    <message>
        <source>Roots of the moments in the optimizer&apos;s step</source>
        <translation>优化器更新时二阶矩的平方根</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>all gradients + roots of the moments</source>
        <translation>全部梯度 + 二阶矩的平方根</translation>
    </message>
    <message>
        <source>all in the optimizer&apos;s step, where memory is largest there, else those of the passes</source>
        <translation>若内存在优化器更新时最大，则为更新时的全部，否则为前向与反向传播时的部分</translation>
    </message>
    <message>
        <source>at their worst moment</source>
        <translation>在其最大的时刻</translation>
    </message>
    <message>
        <source>bytes of a weight · local parameters</source>
        <translation>每个权重的字节数 · 本地参数</translation>
    </message>
    <message>
        <source>gradients + activations + gathered + buffers</source>
        <translation>梯度 + 激活 + 聚集的参数 + 缓冲区</translation>
    </message>
    <message>
        <source>none in the optimizer&apos;s step, where memory is largest there</source>
        <translation>若内存在优化器更新时最大，则此时为零</translation>
    </message>
    <message>
        <source>peak + allocator&apos;s overhead</source>
        <translation>峰值 + 分配器的开销</translation>
    </message>
    <message>
        <source>u · layers · T · h</source>
        <translation>u · 层数 · T · h</translation>
    </message>
    <message>
        <source>workspace of kernels</source>
        <translation>内核的工作区</translation>
    </message>
    <message>
        <source>Backward traffic of the kernels</source>
        <translation>各内核反向的访存量</translation>
    </message>
    <message>
        <source>Calls forward, backward and replayed, without those that overlap with gradients</source>
        <translation>前向、反向与重算的调用次数,不含与梯度同时进行的</translation>
    </message>
    <message>
        <source>Forward traffic of the kernels</source>
        <translation>各内核前向的访存量</translation>
    </message>
    <message>
        <source>Inputs and outputs of a layer&apos;s GEMMs</source>
        <translation>一层各矩阵乘法的输入与输出</translation>
    </message>
    <message>
        <source>Bytes moved around adapters, backward</source>
        <translation>适配器周围搬运的字节,反向</translation>
    </message>
    <message>
        <source>Bytes moved around adapters, forward</source>
        <translation>适配器周围搬运的字节,前向</translation>
    </message>
    <message>
        <source>Bytes moved for an element of a residual sum</source>
        <translation>残差相加每个元素搬运的字节</translation>
    </message>
    <message>
        <source>Share of the memory bandwidth that these kernels reach</source>
        <translation>这些内核达到的显存带宽比例</translation>
    </message>
    <message>
        <source>Traffic of this stack over the ideal</source>
        <translation>此软件栈的访存量与其之比</translation>
    </message>
    <message>
        <source>Time beyond the concurrent GEMM, and what slows that GEMM</source>
        <translation>超出并行矩阵乘法的部分,或拖慢它的部分</translation>
    </message>
    <message>
        <source>bytes moved / (W · share)</source>
        <translation>搬运字节 / (W · 份额)</translation>
    </message>
    <message>
        <source>calls · collective(T·h·u over t ranks) · exposed share + what lasts longer than concurrent GEMMs or slows them</source>
        <translation>次数 · 集合通信(t 个进程上的 T·h·u) · 暴露份额 + 超出或拖慢并行矩阵乘法的部分</translation>
    </message>
    <message>
        <source>(embedding + head)/t</source>
        <translation>(嵌入 + 输出头)/t</translation>
    </message>
    <message>
        <source>Bytes of a logit of the reference</source>
        <translation>参考模型每个 logit 的字节数</translation>
    </message>
    <message>
        <source>Bytes of the gradients of a score</source>
        <translation>每个注意力分数的梯度字节数</translation>
    </message>
    <message>
        <source>Forward passes of the frozen reference</source>
        <translation>冻结的参考模型的前向次数</translation>
    </message>
    <message>
        <source>Gathered parameters in registered buffers</source>
        <translation>注册缓冲区中聚集的参数</translation>
    </message>
    <message>
        <source>Added while attention&apos;s backward pass runs</source>
        <translation>注意力反向期间额外占用</translation>
    </message>
    <message>
        <source>Bytes moved for the norm</source>
        <translation>为求范数搬运的字节</translation>
    </message>
    <message>
        <source>Norm of a matrix with its adapter (DoRA)</source>
        <translation>矩阵与其适配器之和的范数(DoRA)</translation>
    </message>
    <message>
        <source>T · (gradients of scores + two residual branches − freed inner tensors)</source>
        <translation>T · (分数的梯度 + 两条残差分支 − 已释放的内部张量)</translation>
    </message>
    <message>
        <source>Trained copies of embedding and head on one device</source>
        <translation>单个设备上可训练的嵌入与输出头副本</translation>
    </message>
    <message>
        <source>Trained magnitudes of an output (DoRA)</source>
        <translation>每个输出可训练的幅值(DoRA)</translation>
    </message>
    <message>
        <source>Weights of the frozen reference model</source>
        <translation>冻结的参考模型的权重</translation>
    </message>
    <message>
        <source>bytes moved / W</source>
        <translation>搬运的字节 / W</translation>
    </message>
    <message>
        <source>in buffers registered with NCCL, outside the pool</source>
        <translation>在 NCCL 注册的缓冲区中,位于内存池之外</translation>
    </message>
    <message>
        <source>r·(in + out) + magnitudes·out</source>
        <translation>r·(in + out) + 幅值·out</translation>
    </message>
    <message>
        <source>r·(in + out/t) + magnitudes·out</source>
        <translation>r·(in + out/t) + 幅值·out</translation>
    </message>
    <message>
        <source>r·(in/t + out) + magnitudes·out</source>
        <translation>r·(in/t + out) + 幅值·out</translation>
    </message>
    <message>
        <source>u · (P_plain/shards + P_experts/expert shards)</source>
        <translation>u · (P_plain/分片数 + P_experts/专家分片数)</translation>
    </message>
    <message>
        <source>Context and libraries on an A100</source>
        <translation>A100 上的上下文和库</translation>
    </message>
    <message>
        <source>Multiprocessors of the chip over those of an A100</source>
        <translation>该芯片的多处理器数与 A100 之比</translation>
    </message>
    <message>
        <source>Ranks that share the logits of a token</source>
        <translation>分担一个 token 的 logits 的进程数</translation>
    </message>
    <message>
        <source>context · scale + parallel axes in use · buffers of one communicator</source>
        <translation>上下文 · 比例 + 使用中的并行轴数 · 一个通信器的缓冲区</translation>
    </message>
    <message>
        <source>context · scale + parallel axes in use · buffers of one communicator + registered</source>
        <translation>上下文 · 比例 + 使用中的并行轴数 · 一个通信器的缓冲区 + 已注册的缓冲区</translation>
    </message>
    <message>
        <source>(master + block scales) bytes · local parameters; the moments lie in pages</source>
        <translation>（主权重 + 分块缩放系数）字节 · 本地参数；动量放在分页内存中</translation>
    </message>
    <message>
        <source>Experts of a rank</source>
        <translation>一个 rank 上的专家数</translation>
    </message>
    <message>
        <source>Gathered in a layer&apos;s backward pass</source>
        <translation>某一层反向传播时已收集的参数</translation>
    </message>
    <message>
        <source>Gathered root unit</source>
        <translation>已收集的根单元</translation>
    </message>
    <message>
        <source>Gathered when gradients of embedding and head are reduced</source>
        <translation>归约嵌入层与输出头的梯度时已收集的参数</translation>
    </message>
    <message>
        <source>Gathered when the loss runs</source>
        <translation>计算损失时已收集的参数</translation>
    </message>
    <message>
        <source>Moments from the host and back, per parameter</source>
        <translation>动量从主机取来并送回，每个参数</translation>
    </message>
    <message>
        <source>Scales of 8-bit moments, per parameter</source>
        <translation>8 位动量的缩放系数，每个参数</translation>
    </message>
    <message>
        <source>Share of the head in the root unit</source>
        <translation>输出头在根单元中所占的比例</translation>
    </message>
    <message>
        <source>The unit, its flat gradient and the parts of this</source>
        <translation>根单元、其扁平梯度以及组成该梯度的各部分</translation>
    </message>
    <message>
        <source>all when the backward pass starts</source>
        <translation>反向传播开始时为全部</translation>
    </message>
    <message>
        <source>gathered parameters + the head&apos;s gradient, which waits for the embedding&apos;s</source>
        <translation>已收集的参数 + 等待嵌入层梯度的输出头梯度</translation>
    </message>
    <message>
        <source>in a layer&apos;s backward pass, where memory is largest there</source>
        <translation>若某一层反向传播时内存最大，则计入</translation>
    </message>
    <message>
        <source>local parameters · (bytes per parameter / W + bytes of the pages / H)</source>
        <translation>本地参数 ·（每参数字节 / W + 分页字节 / H）</translation>
    </message>
    <message>
        <source>of all micro-batches</source>
        <translation>所有微批次的梯度</translation>
    </message>
    <message>
        <source>root unit + its flat gradient + the parts that this is made of</source>
        <translation>根单元 + 其扁平梯度 + 组成该梯度的各部分</translation>
    </message>
    <message>
        <source>the root unit: layers have been given back</source>
        <translation>只有根单元：各层的参数已释放</translation>
    </message>
    <message>
        <source>u · (embedding + head)</source>
        <translation>u ·（嵌入层 + 输出头）</translation>
    </message>
    <message>
        <source>when the loss runs, where memory is largest there</source>
        <translation>若计算损失时内存最大，则计入</translation>
    </message>
</context>
<context>
    <name>model/fields</name>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Accelerators in one machine; for a TPU the chips of one slice.</source>
        <translation>一台机器里的加速器数；TPU 则为一个切片的芯片数。</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>注意力内核</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Checkpoint folder</source>
        <translation>检查点文件夹</translation>
    </message>
    <message>
        <source>Checkpoint period</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Chips along each side of a TPU slice, as 4x4x8.</source>
        <translation>TPU 切片每边的芯片数，如 4x4x8。</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Compiles one layer and loops over it; needed by pipelined collectives.</source>
        <translation>编译一层并循环执行；流水化集合通信需要它。</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Context strategy</source>
        <translation>上下文策略</translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Expert dispatcher</source>
        <translation>专家分发器</translation>
    </message>
    <message>
        <source>Expert overlap</source>
        <translation>专家通信重叠</translation>
    </message>
    <message>
        <source>Recomputed modules</source>
        <translation>重新计算的模块</translation>
    </message>
    <message>
        <source>Offloaded modules</source>
        <translation>移到主机的模块</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Devices per node</source>
        <translation>每节点设备数</translation>
    </message>
    <message>
        <source>Devices that share each matrix multiplication.</source>
        <translation>共同完成每次矩阵乘法的设备数。</translation>
    </message>
    <message>
        <source>Devices that share one expert&apos;s matrices.</source>
        <translation>共享一个专家矩阵的设备数。</translation>
    </message>
    <message>
        <source>Devices that share one sequence.</source>
        <translation>共享一条序列的设备数。</translation>
    </message>
    <message>
        <source>Devices that share the experts of a layer.</source>
        <translation>共享一层专家的设备数。</translation>
    </message>
    <message>
        <source>Expert capacity</source>
        <translation>专家容量</translation>
    </message>
    <message>
        <source>Expert imbalance</source>
        <translation>专家不均衡</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Expert tensor parallel</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Gathers updated weights while the next forward pass starts.</source>
        <translation>下一次前向开始时收集更新后的权重。</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Groups of layers per stage (interleaving).</source>
        <translation>每阶段的层组数（交错）。</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>How keys and values reach the other parts of the sequence.</source>
        <translation>键和值如何到达序列的其他部分。</translation>
    </message>
    <message>
        <source>Image that the run starts in; empty: what is installed.</source>
        <translation>运行所用的镜像；留空：用已安装的软件。</translation>
    </message>
    <message>
        <source>Keeps optimizer state in host memory and updates it there.</source>
        <translation>把优化器状态放在主机内存并在那里更新。</translation>
    </message>
    <message>
        <source>Largest over mean expert load; 0 uses the default.</source>
        <translation>最大与平均专家负载之比；0 取通常值。</translation>
    </message>
    <message>
        <source>Layers of each stage, or of each chunk in order of depth, when they are uneven; empty: as even as the layers allow.</source>
        <translation>各阶段不均匀时每个阶段的层数，或按深度顺序每个块的层数；留空则尽量均匀。</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>Limit that the operator set for one device; overrides the profile&apos;s TDP.</source>
        <translation>运营方为单个设备设定的上限；覆盖资料库中的 TDP。</translation>
    </message>
    <message>
        <source>Low-precision recipe</source>
        <translation>低精度配方</translation>
    </message>
    <message>
        <source>Machines in the job; for a TPU the slices.</source>
        <translation>作业中的机器数；TPU 则为切片数。</translation>
    </message>
    <message>
        <source>MaxText</source>
        <translation>MaxText</translation>
    </message>
    <message>
        <source>Megatron-Core</source>
        <translation>Megatron-Core</translation>
    </message>
    <message>
        <source>Memory of one machine that offloads may use; overrides the profile.</source>
        <translation>一台机器可供卸载使用的内存；覆盖资料库中的值。</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name on the Hugging Face hub, or a path.</source>
        <translation>Hugging Face hub 上的名称，或路径。</translation>
    </message>
    <message>
        <source>Network per device</source>
        <translation>每设备网络</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Number format of activations and matrix inputs.</source>
        <translation>激活和矩阵输入的数值格式。</translation>
    </message>
    <message>
        <source>Number format of the moments.</source>
        <translation>动量的数值格式。</translation>
    </message>
    <message>
        <source>Number format of the weights that the optimizer updates.</source>
        <translation>优化器所更新权重的数值格式。</translation>
    </message>
    <message>
        <source>Number format that gradients are accumulated and reduced in.</source>
        <translation>梯度累积和归约所用的数值格式。</translation>
    </message>
    <message>
        <source>Offload optimizer</source>
        <translation>卸载优化器</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Optimizer in backward</source>
        <translation>反向中更新</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Optimizer steps between two checkpoints; 0 leaves it to the framework.</source>
        <translation>两个检查点之间的优化器步数；0 则由框架决定。</translation>
    </message>
    <message>
        <source>Overlap gradient reduction</source>
        <translation>重叠梯度归约</translation>
    </message>
    <message>
        <source>Overlap of tensor-parallel collectives with neighbouring matrix multiplications.</source>
        <translation>张量并行通信与相邻矩阵乘法的重叠。</translation>
    </message>
    <message>
        <source>Overlap parameter gather</source>
        <translation>重叠参数收集</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Pieces that logits and loss are computed in, one after the other.</source>
        <translation>logits 与损失逐块计算的块数。</translation>
    </message>
    <message>
        <source>Pipeline chunks</source>
        <translation>流水线分块</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Power cap</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Profile of measured efficiencies; empty: chosen from framework and chip.</source>
        <translation>实测效率的配置；留空则按框架和芯片选择。</translation>
    </message>
    <message>
        <source>Puts a stopped run back into the queue; it goes on from its last checkpoint.</source>
        <translation>把被停止的运行放回队列；它从最后一个检查点继续。</translation>
    </message>
    <message>
        <source>Rate of the network out of a node, divided by its devices; overrides the profile.</source>
        <translation>节点对外网络速率除以设备数；覆盖资料库中的值。</translation>
    </message>
    <message>
        <source>Reduces gradients while the backward pass still runs.</source>
        <translation>在反向传播进行时归约梯度。</translation>
    </message>
    <message>
        <source>Release that runs the plan.</source>
        <translation>运行此方案的版本。</translation>
    </message>
    <message>
        <source>Release whose XLA flags are advised and exported.</source>
        <translation>据以建议和导出 XLA 标志的版本。</translation>
    </message>
    <message>
        <source>Release whose configuration keys are exported.</source>
        <translation>据以导出配置键的版本。</translation>
    </message>
    <message>
        <source>Replicas of the model that see different sequences.</source>
        <translation>处理不同序列的模型副本数。</translation>
    </message>
    <message>
        <source>Requeue</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>Scan layers</source>
        <translation>层扫描</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Sequences of one optimizer step over the whole cluster.</source>
        <translation>整个集群一次优化器步的序列数。</translation>
    </message>
    <message>
        <source>Sequences that one data-parallel rank computes at a time; MaxText takes fractions.</source>
        <translation>一个数据并行 rank 一次计算的序列数；MaxText 可取小数。</translation>
    </message>
    <message>
        <source>Shards norms and residuals over the tensor group.</source>
        <translation>在张量组内分片归一化和残差。</translation>
    </message>
    <message>
        <source>Shards of weights, gradients and optimizer state; each also sees its own sequences.</source>
        <translation>权重、梯度和优化器状态的分片数；每片也处理自己的序列。</translation>
    </message>
    <message>
        <source>Slurm&apos;s account that the job is charged to.</source>
        <translation>作业计费所用的 Slurm 账户。</translation>
    </message>
    <message>
        <source>Slurm&apos;s group of nodes that the job asks for.</source>
        <translation>作业所申请的 Slurm 节点组。</translation>
    </message>
    <message>
        <source>Software stack</source>
        <translation>软件栈</translation>
    </message>
    <message>
        <source>Stages that hold different layers.</source>
        <translation>持有不同层的阶段数。</translation>
    </message>
    <message>
        <source>Tensor overlap</source>
        <translation>张量通信重叠</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>The chip of every device.</source>
        <translation>每个设备所用的芯片。</translation>
    </message>
    <message>
        <source>The kernel of the attention core.</source>
        <translation>注意力核心所用的内核。</translation>
    </message>
    <message>
        <source>The transformer to train: a profile, a Hugging Face configuration, or its shape.</source>
        <translation>要训练的 Transformer：资料库中的模型、Hugging Face 配置或自定的形状。</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时限</translation>
    </message>
    <message>
        <source>Token slots per expert relative to an even share; 0 drops no token.</source>
        <translation>每个专家的 token 槽位相对均分的倍数；0 表示不丢弃。</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>Tokens in one sequence.</source>
        <translation>一条序列的 token 数。</translation>
    </message>
    <message>
        <source>Tokens of the whole run; gives days, device-hours, cost and energy.</source>
        <translation>整个训练的 token 数；由此得出天数、设备小时、费用和能耗。</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>训练 token 数</translation>
    </message>
    <message>
        <source>Training, or a forward pass alone.</source>
        <translation>训练，或仅前向。</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>美元/小时</translation>
    </message>
    <message>
        <source>Update rule, which decides the state per parameter.</source>
        <translation>更新规则，决定每个参数的状态。</translation>
    </message>
    <message>
        <source>Updates each weight as soon as its gradient is there, so that gradients need not be kept.</source>
        <translation>梯度一到就更新权重，因此不必保留梯度。</translation>
    </message>
    <message>
        <source>Uses torch.compile where the framework has it.</source>
        <translation>框架支持时使用 torch.compile。</translation>
    </message>
    <message>
        <source>Vocabulary tiles</source>
        <translation>词表分块</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights of a pipeline</source>
        <translation>流水线的权重</translation>
    </message>
    <message>
        <source>What FSDP shards: 0 nothing, 1 optimizer state, 2 also gradients, 3 also weights.</source>
        <translation>FSDP 分片的内容：1 优化器状态，2 再加梯度，3 再加权重；0 不分片。</translation>
    </message>
    <message>
        <source>What is trained on: a data set&apos;s name, files or a folder, as the framework takes it; empty: synthetic data.</source>
        <translation>训练所用的数据：数据集名称、文件或文件夹，按框架的写法；留空：合成数据。</translation>
    </message>
    <message>
        <source>What one device costs for one hour; overrides the profile.</source>
        <translation>一个设备一小时的费用；覆盖资料库中的值。</translation>
    </message>
    <message>
        <source>What runs the training loop.</source>
        <translation>运行训练循环的程序。</translation>
    </message>
    <message>
        <source>What this plan is called in lists and reports.</source>
        <translation>此方案在列表和报告中的名称。</translation>
    </message>
    <message>
        <source>When stages gather sharded weights: each micro-batch anew, or once a step and keep them. Auto is once where that is faster and leaves room.</source>
        <translation>各阶段何时收集分片的权重：每个微批重新收集（each），或每步收集一次并保留（once）。auto 在更快且有余量时取 once。</translation>
    </message>
    <message>
        <source>Where checkpoints are written and looked for; empty: below the run&apos;s folder.</source>
        <translation>写入和查找检查点的位置；留空：在运行的文件夹下。</translation>
    </message>
    <message>
        <source>Whether logits stay in memory several times (eager), once (fused), in pieces (chunked) or not at all (fused with the head).</source>
        <translation>logits 在显存中存多份（eager）、一份（fused）、分块（chunked），还是与输出头融合而完全不存（融合到 head 中）。</translation>
    </message>
    <message>
        <source>How much of a step is replayed as recorded graphs: parts of a layer, whole layers, or the whole iteration. It takes away the host&apos;s time to issue kernels.</source>
        <translation>一步中有多少以录制的图重放：层的一部分、整层，或整个迭代。它省去主机逐个下发内核的时间。</translation>
    </message>
    <message>
        <source>What carries tokens to their experts: all-to-alls of the collective library, or kernels that send a token to a node once (DeepEP, HybridEP).</source>
        <translation>由什么把 token 送到专家：集合通信库的 all-to-all，或让每个 token 只跨到一个节点一次的内核（DeepEP、HybridEP）。</translation>
    </message>
    <message>
        <source>Overlap of expert all-to-alls with the computation of another micro-batch.</source>
        <translation>专家交换与另一个微批的计算重叠。</translation>
    </message>
    <message>
        <source>Parts of a layer that selective checkpointing computes again in the backward pass; empty: the attention core alone.</source>
        <translation>选择性重新计算在反向传播中再算一次的层内部分；留空则只有注意力核心。</translation>
    </message>
    <message>
        <source>Parts of a layer whose inputs wait in host memory for the backward pass: less device memory, at the rate of the host link; empty: none.</source>
        <translation>输入放在主机内存中等待反向传播的层内部分：设备内存更少，速度取决于主机链路；留空则没有。</translation>
    </message>
    <message>
        <source>Which activations are kept for the backward pass; the others are computed again.</source>
        <translation>为反向传播保留哪些激活；其余重新计算。</translation>
    </message>
    <message>
        <source>Which matrix multiplications run in fp8, fp4 or int8, and how they are scaled.</source>
        <translation>哪些矩阵乘法用 fp8、fp4 或 int8，以及如何缩放。</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>jaxlib</source>
        <translation>jaxlib</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>torchtitan</source>
        <translation>torchtitan</translation>
    </message>
    <message>
        <source>Mean document</source>
        <translation>平均文档长度</translation>
    </message>
    <message>
        <source>Sequences that one data-parallel rank evaluates at a time between training steps; 0: the run evaluates nothing.</source>
        <translation>在训练步之间，一个数据并行进程每次评估的序列数；0：不做评估。</translation>
    </message>
    <message>
        <source>Evaluation batch</source>
        <translation>评估批次</translation>
    </message>
    <message>
        <source>Mean length of the documents packed into a sequence, each attending to itself alone; empty: a sequence is one document.</source>
        <translation>打包进一个序列的文档的平均长度，每篇只关注自己；留空：一个序列就是一篇文档。</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Share of the tokens of a batch that are padding: computed, and nothing is learnt from them.</source>
        <translation>一批 token 中填充所占的份额：照样计算，却学不到什么。</translation>
    </message>
    <message>
        <source>Tuning method</source>
        <translation>微调方法</translation>
    </message>
    <message>
        <source>What is trained: every weight (full), or small adapters next to frozen weights (lora), which may be quantised (qlora).</source>
        <translation>训练什么：全部权重（full），或冻结权重旁边的小适配器（lora），冻结权重可以量化（qlora）。</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>适配器的秩</translation>
    </message>
    <message>
        <source>Inner width of the adapters&apos; two matrices.</source>
        <translation>适配器两个矩阵之间的内宽。</translation>
    </message>
    <message>
        <source>Adapted matrices</source>
        <translation>加适配器的矩阵</translation>
    </message>
    <message>
        <source>Frozen weights</source>
        <translation>冻结权重</translation>
    </message>
    <message>
        <source>Your runs (a CSV) or a cluster profile that corrects the estimate.</source>
        <translation>用来校正估计的自测运行（CSV）或集群配置文件。</translation>
    </message>
    <message>
        <source>Fused expert MLP</source>
        <translation>融合的专家 MLP</translation>
    </message>
    <message>
        <source>Low-precision attention</source>
        <translation>低精度注意力</translation>
    </message>
    <message>
        <source>Runs the attention core in the 8-bit format of the recipe as well.</source>
        <translation>注意力核心也用配方的 8 位格式计算。</translation>
    </message>
    <message>
        <source>Runs the experts&apos; activation function and quantisation inside their grouped GEMMs.</source>
        <translation>在专家的分组矩阵乘内部完成激活函数和量化。</translation>
    </message>
    <message>
        <source>Time between failures</source>
        <translation>故障间隔</translation>
    </message>
    <message>
        <source>Checkpoint rate</source>
        <translation>检查点速率</translation>
    </message>
    <message>
        <source>Restart time</source>
        <translation>重启时间</translation>
    </message>
    <message>
        <source>Mean hours that one device runs between failures that stop the job; a job of n devices is stopped n times as often.</source>
        <translation>一个设备两次使作业中止的故障之间平均运行的小时数；n 个设备的作业中止的频率是其 n 倍。</translation>
    </message>
    <message>
        <source>How fast a node writes its part of a checkpoint while training waits.</source>
        <translation>训练等待时，一个节点写出自己那部分检查点的速度。</translation>
    </message>
    <message>
        <source>From a failure until the job does steps again: notice, replace, start, load.</source>
        <translation>从故障到作业重新执行训练步：发现、更换、启动、加载。</translation>
    </message>
    <message>
        <source>h per device</source>
        <translation>小时每设备</translation>
    </message>
    <message>
        <source>GB/s per node</source>
        <translation>GB/s 每节点</translation>
    </message>
    <message>
        <source>Keeps weights in host memory and copies each layer&apos;s to the device before its pass: room for a large frozen model, at the rate of the host link.</source>
        <translation>把权重放在主机内存中，每层计算之前再把它的权重复制到设备：为很大的冻结模型腾出空间，代价是主机链路的速率。</translation>
    </message>
    <message>
        <source>Offload weights</source>
        <translation>卸载权重</translation>
    </message>
    <message>
        <source>Compiled memory</source>
        <translation>编译所得显存</translation>
    </message>
    <message>
        <source>prove.json, a log or your runs (a CSV) with the compiler&apos;s memory for this plan: it replaces the estimated memory.</source>
        <translation>prove.json、日志或自有运行记录（CSV），其中有编译器为此方案规划的显存：它取代估算的显存。</translation>
    </message>
    <message>
        <source>of the tokens</source>
        <translation>（占 token 的比例）</translation>
    </message>
    <message>
        <source>× even share</source>
        <translation>× 均分份额</translation>
    </message>
    <message>
        <source>× mean</source>
        <translation>× 平均值</translation>
    </message>
    <message>
        <source>After which the scheduler stops the run; empty: under Slurm the 90 % end of the estimate, an hour without training tokens; none on Kubernetes.</source>
        <translation>到此时间调度器停止运行；空：Slurm 下取估计的 90 % 上端，没有训练词元数时为一小时；Kubernetes 上不限。</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>保留的检查点</translation>
    </message>
    <message>
        <source>Longest job that the queue takes; caps a time limit that comes from the estimate.</source>
        <translation>队列接受的最长作业；限制由估计得出的时限。</translation>
    </message>
    <message>
        <source>Queue limit</source>
        <translation>队列上限</translation>
    </message>
    <message>
        <source>The newest ones stay, older ones are deleted; 0 keeps all.</source>
        <translation>保留最新的，删除更早的；0 表示全部保留。</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>个检查点</translation>
    </message>
    <message>
        <source>A machine type of a cloud or a maker: gives chip, devices, network, host memory and price where the plan states none.</source>
        <translation>云厂商或制造商的机型：在方案没有说明时给出芯片、设备数、网络、主机内存和价格。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机型</translation>
    </message>
    <message>
        <source>Adapters are scaled by one over the root of the rank instead of one over the rank; no effect on memory or time.</source>
        <translation>适配器按秩的平方根倒数缩放,而不是按秩的倒数;对内存和时间没有影响。</translation>
    </message>
    <message>
        <source>Adapters learn directions, and a magnitude for each output of a matrix besides.</source>
        <translation>适配器学习方向,另外为矩阵的每个输出学习一个幅值。</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>Matrices that get adapters: attention, mlp (shared experts with it), experts, or all; or projections alone: q, k, v, o of attention, gate, up, down of the MLP.</source>
        <translation>带适配器的矩阵:attention、mlp(含共享专家)、experts 或 all;也可只选单个投影:注意力的 q、k、v、o,MLP 的 gate、up、down。</translation>
    </message>
    <message>
        <source>Number format of the frozen matrices; auto: 16 bits for lora, nf4 for qlora. gptq and awq are checkpoints that were quantised beforehand; fp32 is cast to 16 bits for each GEMM.</source>
        <translation>冻结矩阵的数值格式;auto:lora 为 16 位,qlora 为 nf4。gptq 和 awq 是事先量化好的检查点;fp32 在每次矩阵乘法前转为 16 位。</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Rank-stabilized</source>
        <translation>秩稳定缩放</translation>
    </message>
    <message>
        <source>Trained whole</source>
        <translation>整体训练</translation>
    </message>
    <message>
        <source>What is trained whole next to the adapters: embedding, head or both, each as a copy next to the frozen one.</source>
        <translation>除适配器外整体训练的部分:嵌入、输出头或两者,各自在冻结的一份之外另有副本。</translation>
    </message>
    <message>
        <source>What the loss compares: each token with the next (next_token), or two answers with a frozen reference model (dpo; both sequences of a pair count in the batch).</source>
        <translation>损失比较什么:每个 token 与下一个(next_token),或两个回答与冻结的参考模型(dpo;一对中的两条序列都计入批量)。</translation>
    </message>
    <message>
        <source>Keeps saved activations in host memory until the backward pass needs them: with full recomputation the layers&apos; inputs, without it everything.</source>
        <translation>把保存的激活值放在主机内存中，直到反向传播需要它们：完全重算时是各层的输入，不重算时是全部。</translation>
    </message>
    <message>
        <source>Keeps the moments in pages that the driver moves to the host when the device is full, and back for each update (bitsandbytes).</source>
        <translation>把动量放在分页内存中：设备内存不足时由驱动移到主机，每次更新时再移回（bitsandbytes）。</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>卸载激活值</translation>
    </message>
    <message>
        <source>Paged optimizer</source>
        <translation>分页优化器</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
</context>
<context>
    <name>model/files</name>
    <message>
        <source>DeepSpeed configuration with every number written out</source>
        <translation>DeepSpeed 配置，所有数值都已写明</translation>
    </message>
    <message>
        <source>DeepSpeed configuration; auto means that the Trainer&apos;s argument decides</source>
        <translation>DeepSpeed 配置；auto 表示由 Trainer 的参数决定</translation>
    </message>
    <message>
        <source>DeepSpeed configuration; auto means that the tool&apos;s own settings decide</source>
        <translation>DeepSpeed 配置；auto 表示由该工具自己的设置决定</translation>
    </message>
    <message>
        <source>FSDP&apos;s configuration for the Trainer</source>
        <translation>供 Trainer 使用的 FSDP 配置</translation>
    </message>
    <message>
        <source>JobSet</source>
        <translation>JobSet</translation>
    </message>
    <message>
        <source>JobSet; the image is a placeholder that submit.sh fills in</source>
        <translation>JobSet；镜像是占位符，由 submit.sh 填入</translation>
    </message>
    <message>
        <source>MaxText settings that differ from base.yml</source>
        <translation>与 base.yml 不同的 MaxText 设置</translation>
    </message>
    <message>
        <source>Slurm job around check_network.sh</source>
        <translation>包装 check_network.sh 的 Slurm 作业</translation>
    </message>
    <message>
        <source>Slurm job around run.sh</source>
        <translation>包装 run.sh 的 Slurm 作业</translation>
    </message>
    <message>
        <source>Slurm job around these scripts, one process per GPU</source>
        <translation>包装这些脚本的 Slurm 作业，每块 GPU 一个进程</translation>
    </message>
    <message>
        <source>Slurm job with one process per GPU</source>
        <translation>每块 GPU 一个进程的 Slurm 作业</translation>
    </message>
    <message>
        <source>Slurm job with one process per node</source>
        <translation>每个节点一个进程的 Slurm 作业</translation>
    </message>
    <message>
        <source>TRL&apos;s program, which goes on from its newest checkpoint</source>
        <translation>TRL 的程序，从最新的检查点继续</translation>
    </message>
    <message>
        <source>all-reduce bandwidth of the cluster against the plan&apos;s need (exit 3: too slow)</source>
        <translation>测量集群的 all-reduce 带宽是否满足方案所需（退出码 3：太慢）</translation>
    </message>
    <message>
        <source>asks the compiler</source>
        <translation>向编译器查询</translation>
    </message>
    <message>
        <source>block sizes of Pallas kernels for the plan&apos;s shapes</source>
        <translation>针对方案形状的 Pallas 内核分块大小</translation>
    </message>
    <message>
        <source>compiles the step and writes prove.json</source>
        <translation>编译训练步并写出 prove.json</translation>
    </message>
    <message>
        <source>configuration for torchtitan v0.2.2</source>
        <translation>torchtitan v0.2.2 的配置</translation>
    </message>
    <message>
        <source>converts the report of rank 0</source>
        <translation>转换 rank 0 的报告</translation>
    </message>
    <message>
        <source>counts collectives in what it compiled</source>
        <translation>统计编译结果中的集合通信</translation>
    </message>
    <message>
        <source>extracts the costs of the newest trace</source>
        <translation>从最新的跟踪中提取开销</translation>
    </message>
    <message>
        <source>finds the checkpoint that training goes on from</source>
        <translation>查找 训练程序 继续所用的检查点</translation>
    </message>
    <message>
        <source>first command of every pod</source>
        <translation>每个 pod 的第一条命令</translation>
    </message>
    <message>
        <source>flags and variables, to be sourced</source>
        <translation>标志与变量，用 source 载入</translation>
    </message>
    <message>
        <source>its calls in one of the two frameworks</source>
        <translation>它在两个框架之一中的调用</translation>
    </message>
    <message>
        <source>measure.py</source>
        <translation>measure.py</translation>
    </message>
    <message>
        <source>measures the share of a step that waits for input (exit 3 above 3 %)</source>
        <translation>测量一步中等待输入的比例（超过 3 % 时退出码 3）</translation>
    </message>
    <message>
        <source>memory that driver and libraries take before any tensor (exit 3: more than planned)</source>
        <translation>测量驱动与库在任何张量之前占用的显存（退出码 3：超过方案）</translation>
    </message>
    <message>
        <source>model and data of train.py, from Transformers</source>
        <translation>train.py 的模型与数据，来自 Transformers</translation>
    </message>
    <message>
        <source>profiles the optimised program under Nsight, loaded from the compilation cache</source>
        <translation>在 Nsight 下剖析从编译缓存载入的优化后程序</translation>
    </message>
    <message>
        <source>puts the files into a ConfigMap and submits the JobSet</source>
        <translation>把文件放入 ConfigMap 并提交 JobSet</translation>
    </message>
    <message>
        <source>run 1: records a trace and the fingerprint</source>
        <translation>第 1 次运行：记录跟踪与指纹</translation>
    </message>
    <message>
        <source>run 1: records under Nsight, and the fingerprint</source>
        <translation>第 1 次运行：在 Nsight 下记录，并记下指纹</translation>
    </message>
    <message>
        <source>run 2: uses the costs and says whether it did</source>
        <translation>第 2 次运行：使用这些开销，并说明是否用上</translation>
    </message>
    <message>
        <source>runs a JAX program with them</source>
        <translation>带着它们运行 JAX 程序</translation>
    </message>
    <message>
        <source>runs run.sh with AutoPGLE on</source>
        <translation>打开 AutoPGLE 运行 run.sh</translation>
    </message>
    <message>
        <source>runs the kit, on one device or on all</source>
        <translation>在一个或全部设备上运行工具包</translation>
    </message>
    <message>
        <source>runs your JAX program with the plan&apos;s flags</source>
        <translation>用方案的标志运行你的 JAX 程序</translation>
    </message>
    <message>
        <source>sets flags and variables and starts MaxText</source>
        <translation>设置标志与变量并启动 MaxText</translation>
    </message>
    <message>
        <source>settings of {}</source>
        <translation>{} 的设置</translation>
    </message>
    <message>
        <source>starts headroom_nemo.py on this node</source>
        <translation>在本节点启动 headroom_nemo.py</translation>
    </message>
    <message>
        <source>starts pretrain_gpt.py on this node</source>
        <translation>在本节点启动 pretrain_gpt.py</translation>
    </message>
    <message>
        <source>starts the tool on this node</source>
        <translation>在本节点启动该工具</translation>
    </message>
    <message>
        <source>starts the training script on this node</source>
        <translation>在本节点启动训练脚本</translation>
    </message>
    <message>
        <source>starts torchtitan on this node</source>
        <translation>在本节点启动 torchtitan</translation>
    </message>
    <message>
        <source>starts train.py on this node</source>
        <translation>在本节点启动 train.py</translation>
    </message>
    <message>
        <source>submits the same run with XPK instead</source>
        <translation>改用 XPK 提交同一运行</translation>
    </message>
    <message>
        <source>the converter of 2_convert.sh</source>
        <translation>2_convert.sh 所用的转换程序</translation>
    </message>
    <message>
        <source>the kit; writes measure.json</source>
        <translation>工具包；写出 measure.json</translation>
    </message>
    <message>
        <source>the measurement of check_network.sh</source>
        <translation>check_network.sh 所用的测量程序</translation>
    </message>
    <message>
        <source>the measurement of measure_context.sh</source>
        <translation>measure_context.sh 所用的测量程序</translation>
    </message>
    <message>
        <source>the measurement of tune_kernels.sh</source>
        <translation>tune_kernels.sh 所用的测量程序</translation>
    </message>
    <message>
        <source>the plan and what to compile it for</source>
        <translation>方案以及为何种目标编译</translation>
    </message>
    <message>
        <source>the plan as Megatron-Bridge&apos;s ConfigContainer, and the call that trains with it</source>
        <translation>写成 Megatron-Bridge ConfigContainer 的方案，以及用它训练的调用</translation>
    </message>
    <message>
        <source>the plan as a Python recipe for the sources of 2026-08-21</source>
        <translation>方案的 Python 配方，针对 2026-08-21 的源码</translation>
    </message>
    <message>
        <source>the plan&apos;s GEMMs, attention and messages</source>
        <translation>方案的 GEMM、注意力与消息</translation>
    </message>
    <message>
        <source>the plan, for headroom and headroom-cli</source>
        <translation>方案文件，供 headroom 和 headroom-cli 使用</translation>
    </message>
    <message>
        <source>the run&apos;s own MaxText settings</source>
        <translation>该运行自己的 MaxText 设置</translation>
    </message>
    <message>
        <source>the same for Python, to be imported before jax</source>
        <translation>同样内容的 Python 版，须在 jax 之前导入</translation>
    </message>
    <message>
        <source>the same for `accelerate launch`; the Trainer&apos;s arguments are those of run.sh</source>
        <translation>用于 `accelerate launch` 的同样内容；Trainer 的参数与 run.sh 相同</translation>
    </message>
    <message>
        <source>this text</source>
        <translation>本文</translation>
    </message>
    <message>
        <source>trains the adapters with Hugging Face&apos;s Trainer and PEFT</source>
        <translation>用 Hugging Face 的 Trainer 与 PEFT 训练适配器</translation>
    </message>
    <message>
        <source>trains the plan&apos;s model; TRAIN_SCRIPT names another script</source>
        <translation>训练方案的模型；TRAIN_SCRIPT 可指定另一个脚本</translation>
    </message>
    <message>
        <source>what a cost file is valid for</source>
        <translation>开销文件的适用范围</translation>
    </message>
    <message>
        <source>what a job asks each node before it trains (exit 3: something is missing)</source>
        <translation>作业在训练前对每个节点的检查（退出码 3：有缺失）</translation>
    </message>
    <message>
        <source>what the plan says about adapters and data</source>
        <translation>方案关于适配器与数据的内容</translation>
    </message>
    <message>
        <source>what train.py trains, and on what</source>
        <translation>train.py 训练什么，用什么数据</translation>
    </message>
    <message>
        <source>when training must end for the time limit of its job</source>
        <translation>为满足作业时限，训练必须结束的时间</translation>
    </message>
    <message>
        <source>where the data lie, and their columns</source>
        <translation>数据的位置与各列</translation>
    </message>
    <message>
        <source>writes the data that the run starts with until yours are named</source>
        <translation>在你指定数据之前，写出运行起步所用的数据</translation>
    </message>
    <message>
        <source>LLaMA-Factory&apos;s program, which saves and ends ahead of the time limit of its job</source>
        <translation>LLaMA-Factory 的程序，会在作业时限之前保存并结束</translation>
    </message>
    <message>
        <source>torchtitan&apos;s program, which saves and ends ahead of the time limit of its job</source>
        <translation>torchtitan 的程序，会在作业时限之前保存并结束</translation>
    </message>
    <message>
        <source>when train_factory.py must end, and how the Trainer does</source>
        <translation>train_factory.py 何时必须结束，以及 Trainer 如何结束</translation>
    </message>
    <message>
        <source>when train_torchtitan.py must end</source>
        <translation>train_torchtitan.py 何时必须结束</translation>
    </message>
</context>
<context>
    <name>model/flagSays</name>
    <message>
        <source>0 keeps large memory pages out of the driver&apos;s buffers, which data loaders that fork may need.</source>
        <translation>0 使驱动的缓冲区不用大内存页，会 fork 的数据加载器可能需要这样。</translation>
    </message>
    <message>
        <source>0 keeps the backward pass of 8-bit attention in 16 bits.</source>
        <translation>0 让 8 位注意力的反向传播保持 16 位。</translation>
    </message>
    <message>
        <source>0 leaves Transformer Engine&apos;s small functions uncompiled.</source>
        <translation>0 不编译 Transformer Engine 的小函数。</translation>
    </message>
    <message>
        <source>0 restricts attention to kernels that give the same bits in every run, which are slower or missing.</source>
        <translation>0 把注意力限于每次运行都得到相同结果的内核，它们更慢或不存在。</translation>
    </message>
    <message>
        <source>0 stops RCCL from running MSCCL&apos;s prepared schedules for small and medium collectives.</source>
        <translation>0 使 RCCL 不再为中小规模的集合通信运行 MSCCL 预先编排的方案。</translation>
    </message>
    <message>
        <source>0 takes AOTriton off the fused attention backends on AMD.</source>
        <translation>0 把 AOTriton 从 AMD 的融合注意力后端中去掉。</translation>
    </message>
    <message>
        <source>0 takes Composable Kernel off the fused attention backends on AMD.</source>
        <translation>0 把 Composable Kernel 从 AMD 的融合注意力后端中去掉。</translation>
    </message>
    <message>
        <source>0 takes the attention of plain GEMMs off that list, so that nothing falls back to it unnoticed.</source>
        <translation>0 把普通矩阵乘的注意力从那份名单上去掉，这样就不会不知不觉退回到它。</translation>
    </message>
    <message>
        <source>0 takes the flash-attn package off the list from which Transformer Engine chooses its attention.</source>
        <translation>0 把 flash-attn 包从 Transformer Engine 选择注意力的名单上去掉。</translation>
    </message>
    <message>
        <source>1 is meant for Hopper and older; on Blackwell it is slower than leaving it unset. Megatron with tensor or context parallelism before Blackwell needs 1; Megatron&apos;s FSDP refuses it; PyTorch&apos;s FSDP2 and torchtitan lose overlap with it.</source>
        <translation>1 用于 Hopper 及更早的芯片；在 Blackwell 上比不设更慢。Megatron 在 Blackwell 之前用张量或上下文并行时需要 1；Megatron 的 FSDP 拒绝它；PyTorch 的 FSDP2 和 torchtitan 会因它失去重叠。</translation>
    </message>
    <message>
        <source>1 keeps the scratch memory of large kernels between launches instead of giving it back, which spares MI300X a stall at each of them.</source>
        <translation>1 让大内核的暂存显存在两次启动之间保留而不归还，MI300X 因此不必每次都停顿。</translation>
    </message>
    <message>
        <source>1 lets Amazon&apos;s network card read and write GPU memory directly.</source>
        <translation>1 让 Amazon 的网卡直接读写 GPU 显存。</translation>
    </message>
    <message>
        <source>1 lets RCCL run MSCCL++ kernels for small all-reduces and gathers inside a node.</source>
        <translation>1 让 RCCL 在节点内为小的 all-reduce 和收集运行 MSCCL++ 内核。</translation>
    </message>
    <message>
        <source>1 makes memory of GPUs that share no xGMI link coherent over PCIe, which RCCL needs for peer copies there.</source>
        <translation>1 使没有 xGMI 链路的 GPU 的显存在 PCIe 上保持一致，RCCL 在那里做对等拷贝需要它。</translation>
    </message>
    <message>
        <source>1 makes memory registered with Amazon&apos;s network card safe when the process forks, as data loaders do.</source>
        <translation>1 使注册给 Amazon 网卡的内存在进程 fork 时安全，数据加载器就会 fork。</translation>
    </message>
    <message>
        <source>1 makes registered memory safe when a process forks; older kernels need it for data loaders on any RDMA network.</source>
        <translation>1 使注册的内存在进程 fork 时安全；在任何 RDMA 网络上，旧内核的数据加载器都需要它。</translation>
    </message>
    <message>
        <source>1 prints which attention backend was chosen; NVTE_DEBUG_LEVEL says in how much detail.</source>
        <translation>1 打印选了哪种注意力后端；NVTE_DEBUG_LEVEL 决定详细程度。</translation>
    </message>
    <message>
        <source>1 runs forward normalizations in cuDNN instead of Transformer Engine&apos;s kernels.</source>
        <translation>1 让前向归一化在 cuDNN 里运行，而不用 Transformer Engine 的内核。</translation>
    </message>
    <message>
        <source>1 sends keys and values of context parallelism in both directions as one batch, which two ranks use anyway.</source>
        <translation>1 把上下文并行的键和值在两个方向上合成一批发送，两个 rank 时本来就这样。</translation>
    </message>
    <message>
        <source>1 stops hosts from passing data over NVLink to the GPU that sits next to the right network card.</source>
        <translation>1 使主机不再经 NVLink 把数据转给紧邻正确网卡的那个 GPU。</translation>
    </message>
    <message>
        <source>2 = use when the driver reports multicast support; 1 skips that query and errors when several ranks share one device.</source>
        <translation>2 表示驱动报告支持多播时使用；1 跳过这一查询，几个 rank 共用一个设备时会报错。</translation>
    </message>
    <message>
        <source>A workaround for one broken cluster that was copied into scripts for others. A network plug-in, such as that for EFA, is not affected.</source>
        <translation>某个有故障的集群的对策，被抄进了其他集群的脚本。网络插件（例如 EFA 的）不受影响。</translation>
    </message>
    <message>
        <source>A file path if the text does not start with a dash. An unknown name aborts when flags are first read. A value that does not parse aborts since jaxlib 0.4.29; up to 0.4.28 it only logs an error, and then unknown names alongside it go unreported too. Two leading dashes, underscores, no blanks round the equals sign. XLA_FLAGS=--help lists all flags with defaults (0.4.29 and later).</source>
        <translation>文本不以短横开头时视为文件路径。首次读取标志时遇到未知名称会中止。自 jaxlib 0.4.29 起，无法解析的值会中止；到 0.4.28 为止只记录错误，旁边的未知名称也不再报告。两个短横，用下划线，等号两旁无空格。XLA_FLAGS=--help 列出全部标志及默认值（0.4.29 及以后）。</translation>
    </message>
    <message>
        <source>A repeated gather of the same data reuses the earlier result only if the two are at most this many instructions apart, since keeping the buffer longer costs memory.</source>
        <translation>对同样数据的再次收集，只有两者相距不超过这么多条指令才复用前一次的结果，因为缓冲保留更久要占显存。</translation>
    </message>
    <message>
        <source>A second thread ends the process when the watchdog itself hangs.</source>
        <translation>看门狗自己卡住时，由第二个线程结束进程。</translation>
    </message>
    <message>
        <source>A tensor that is read less often than this share of the bytes it costs to fetch does not get a place in on-chip memory.</source>
        <translation>张量被读取的次数若少于其取来字节代价的这一比例，就不在片上存储占位置。</translation>
    </message>
    <message>
        <source>AUTO_UNROLL default acts only at optimization level &gt;= O1 since 0.4.36.</source>
        <translation>自 0.4.36 起，默认的 AUTO_UNROLL 只在优化级别 &gt;= O1 时起作用。</translation>
    </message>
    <message>
        <source>Aborts when a compiler step changed a program and did not say so.</source>
        <translation>编译步骤改动了程序而没有声明时中止。</translation>
    </message>
    <message>
        <source>Aborts when a compiler step claims to have changed a program that it left alone.</source>
        <translation>编译步骤声称改动了程序而实际没有时中止。</translation>
    </message>
    <message>
        <source>Aborts when a repeated compiler step does not come to rest.</source>
        <translation>反复的编译步骤不收敛时中止。</translation>
    </message>
    <message>
        <source>Accepted without effect 0.4.32-0.5.0; rejected since 0.5.1.</source>
        <translation>在 0.4.32-0.5.0 接受但不起作用；自 0.5.1 起被拒绝。</translation>
    </message>
    <message>
        <source>Accepted without effect 0.4.36-0.5.3.</source>
        <translation>在 0.4.36-0.5.3 接受但不起作用。</translation>
    </message>
    <message>
        <source>Accepted without effect since 0.5.1. Default was true only in 0.4.25-0.4.27.</source>
        <translation>自 0.5.1 起接受但不起作用。仅在 0.4.25-0.4.27 默认为 true。</translation>
    </message>
    <message>
        <source>Added the thread number to each message.</source>
        <translation>给每条消息加上线程号。</translation>
    </message>
    <message>
        <source>Adds full debug symbols to generated kernels for cuda-gdb; kernels run slower.</source>
        <translation>给生成的内核加上供 cuda-gdb 用的完整调试符号；内核变慢。</translation>
    </message>
    <message>
        <source>Adds line tables to generated kernels so that Nsight Compute can point at the source.</source>
        <translation>给生成的内核加上行号表，使 Nsight Compute 能指到源代码。</translation>
    </message>
    <message>
        <source>Adds rewrites from the Enzyme project that simplify chains of collectives.</source>
        <translation>加入 Enzyme 项目的改写，简化成串的集合通信。</translation>
    </message>
    <message>
        <source>Adds the complete compile configuration to the dump.</source>
        <translation>在转储中加入完整的编译配置。</translation>
    </message>
    <message>
        <source>Adds the results of the whole program to the run-time buffer checks.</source>
        <translation>在运行时缓冲检查中加入整个程序的结果。</translation>
    </message>
    <message>
        <source>Adds the sizes and lifetimes of all buffers to the dump.</source>
        <translation>在转储中加入所有缓冲的大小和生存期。</translation>
    </message>
    <message>
        <source>Adds the time to dump file names, so that a second run does not overwrite the first.</source>
        <translation>转储文件名加上时间，使第二次运行不覆盖第一次。</translation>
    </message>
    <message>
        <source>Adds up several reductions before sending them even when they were cast to a wider type, so that one NCCL call replaces several.</source>
        <translation>几次归约即使已转成更宽的类型，也先相加再发送，使一次 NCCL 调用代替几次。</translation>
    </message>
    <message>
        <source>Admitted 4-bit weights to Triton matrix kernels; built in now, and the switch is ignored.</source>
        <translation>允许 Triton 矩阵内核使用 4 位权重；现已内置，开关被忽略。</translation>
    </message>
    <message>
        <source>Admitted NVSHMEM, one-sided GPU memory access over the network, as a backend next to NCCL.</source>
        <translation>允许 NVSHMEM（经网络单边访问 GPU 显存）作为 NCCL 之外的后端。</translation>
    </message>
    <message>
        <source>Also builds every alternative kernel configuration, to test that each of them compiles.</source>
        <translation>也编译每个备选的内核配置，以检验它们都能编译。</translation>
    </message>
    <message>
        <source>Also dumps the code of kernel generators whose name matches this expression.</source>
        <translation>名称与此表达式相符的内核生成器，也转储其代码。</translation>
    </message>
    <message>
        <source>Also keeps the results of XLA&apos;s kernel race next to the compiled programs.</source>
        <translation>把 XLA 内核竞速的结果也与已编译程序一起保存。</translation>
    </message>
    <message>
        <source>Also raced Triton GEMM kernels that split the inner dimension over several blocks, which helps small outputs with a long sum.</source>
        <translation>让沿内维分给几个线程块的 Triton GEMM 内核也参加竞速，对输出小、求和长的情形有用。</translation>
    </message>
    <message>
        <source>Also read by the XLA GPU collective cost model since jaxlib 0.4.19.</source>
        <translation>自 jaxlib 0.4.19 起，XLA GPU 集合通信代价模型也读取它。</translation>
    </message>
    <message>
        <source>Also writes the program before and after each compiler step whose name matches; .* for all of them.</source>
        <translation>名称相符的每个编译步骤，也写出其前后的程序；.* 表示全部。</translation>
    </message>
    <message>
        <source>Always behaves as false after removal.</source>
        <translation>移除之后行为总是 false。</translation>
    </message>
    <message>
        <source>Always on after removal (default already true since 0.4.16).</source>
        <translation>移除之后总是开启（自 0.4.16 起默认已为 true）。</translation>
    </message>
    <message>
        <source>An environment variable and no XLA flag: inside XLA_FLAGS it has no effect, and spelt with dashes there it aborts. The default was 0.75 in every release examined.</source>
        <translation>是环境变量而不是 XLA 标志：写进 XLA_FLAGS 不起作用，带短横写在那里会中止。在查过的每个版本中默认都是 0.75。</translation>
    </message>
    <message>
        <source>Any other value raises an error.</source>
        <translation>任何其他值都会报错。</translation>
    </message>
    <message>
        <source>Appended raw options to every ptxas call, mostly to keep line tables for profilers.</source>
        <translation>给每次 ptxas 调用附加原始选项，多为性能分析保留行号表。</translation>
    </message>
    <message>
        <source>Assembles PTX with a library inside the process instead of starting the ptxas program.</source>
        <translation>在进程内用库汇编 PTX，而不启动 ptxas 程序。</translation>
    </message>
    <message>
        <source>Assigns collectives to link domains by a text description, so that traffic of one domain need not wait for another.</source>
        <translation>用文字描述把集合通信分配到链路域，使一个域的通信不必等另一个。</translation>
    </message>
    <message>
        <source>Backs the pool with memory shared between host and GPU, so that the fraction may exceed 1; pages then move over the bus on access.</source>
        <translation>让显存池由主机与 GPU 共享的内存支撑，因此比例可以超过 1；访问时页面经总线移动。</translation>
    </message>
    <message>
        <source>Bool of this name existed in XLA only from 2024-03-04 to 2024-03-14, between jaxlib 0.4.25 and 0.4.26; in no release.</source>
        <translation>此名的布尔标志只在 2024-03-04 至 2024-03-14 存在于 XLA，介于 jaxlib 0.4.25 与 0.4.26 之间；不在任何版本中。</translation>
    </message>
    <message>
        <source>Boolean predecessor of the pipeline optimisation level: reshaped the loop of a pipelined model so that stage transfers overlap computation.</source>
        <translation>流水线优化级别的布尔前身：重整流水线模型的循环，使阶段传输与计算重叠。</translation>
    </message>
    <message>
        <source>Buffers beyond this size stop the scheduler from stretching their lifetime further; -1 sets no fence.</source>
        <translation>超过此大小的缓冲使调度器不再延长其生存期；-1 不设栅栏。</translation>
    </message>
    <message>
        <source>Bytes after which the oldest compiled programs are deleted from disk; -1 for no limit.</source>
        <translation>超过这么多字节后，从磁盘删除最旧的已编译程序；-1 表示不限。</translation>
    </message>
    <message>
        <source>Bytes, lower bound: transfers of at least this size are split; the default INT64_MAX means none, 0 means all and not off. Since 0.5.1 it is read only if xla_gpu_enable_pipelined_p2p=true or xla_gpu_experimental_pipeline_parallelism_opt_level is ENABLE.</source>
        <translation>字节数，下限：至少这么大的传输才拆分；默认 INT64_MAX 表示一个不拆，0 表示全部而不是关闭。自 0.5.1 起，只有 xla_gpu_enable_pipelined_p2p=true 或 xla_gpu_experimental_pipeline_parallelism_opt_level 为 ENABLE 时才读取。</translation>
    </message>
    <message>
        <source>CPU threads per process for host-side work such as data loading; torchrun sets 1 unless told.</source>
        <translation>每个进程用于数据加载等主机工作的 CPU 线程数；未指定时 torchrun 设为 1。</translation>
    </message>
    <message>
        <source>CPU threads that drive TCP sockets of one connection.</source>
        <translation>驱动一个连接的 TCP 套接字的 CPU 线程数。</translation>
    </message>
    <message>
        <source>Called convolutions through the newer cuDNN graph interface instead of the legacy one.</source>
        <translation>经较新的 cuDNN 图接口调用卷积，代替旧接口。</translation>
    </message>
    <message>
        <source>Calls ptxas without optimisation, which speeds compilation of generated kernels and makes them much slower.</source>
        <translation>调用 ptxas 时不做优化，生成的内核编译更快，但运行慢得多。</translation>
    </message>
    <message>
        <source>Cancels NCCL calls on the surviving hosts when one host fails, so that the job ends instead of hanging.</source>
        <translation>某台主机失败时，取消其余主机上的 NCCL 调用，使作业结束而不是挂起。</translation>
    </message>
    <message>
        <source>Caps how many GEMM kernels the vendor library may offer to the timing loop; 0 tries all of them.</source>
        <translation>厂商库最多可提供多少个 GEMM 内核参加计时；0 全部试。</translation>
    </message>
    <message>
        <source>Caps the number of library algorithms asked for per matrix multiplication, trading compile time for the chance of a faster kernel.</source>
        <translation>每次矩阵乘法最多询问多少个库算法，以编译时间换更快内核的机会。</translation>
    </message>
    <message>
        <source>Checks at run time that in-place slices of a library call stay inside their buffer.</source>
        <translation>运行时检查库调用的就地切片不越出其缓冲。</translation>
    </message>
    <message>
        <source>Checks kernel outputs for infinities while the step runs and either warns, dumps or stops the process.</source>
        <translation>运行时检查内核输出有无无穷大，并给出警告、转储或停止进程。</translation>
    </message>
    <message>
        <source>Checks kernel outputs for not-a-number values while the step runs and either warns, dumps or stops the process.</source>
        <translation>运行时检查内核输出有无 NaN，并给出警告、转储或停止进程。</translation>
    </message>
    <message>
        <source>Chooses the memory through which neighbour transfers run: ordinary device memory, symmetric windows, or direct peer access.</source>
        <translation>选择相邻传输所经的存储：普通显存、对称窗口，或点对点直接访问。</translation>
    </message>
    <message>
        <source>Chooses the memory through which unequal token counts travel between experts: ordinary, symmetric windows, or direct peer access.</source>
        <translation>选择不等数量 token 在专家之间所经的存储：普通、对称窗口，或点对点直接访问。</translation>
    </message>
    <message>
        <source>Chooses tile shapes of one fusion to suit those of its producers and consumers.</source>
        <translation>选择一个融合的 tile 形状，使之适合其生产者和消费者。</translation>
    </message>
    <message>
        <source>Chooses whether NCCL copies gathered data through ordinary device memory, through symmetric windows that every rank maps at the same address, or by direct peer access.</source>
        <translation>选择 NCCL 如何复制收集的数据：经由普通显存、经由每个 rank 映射在相同地址的对称窗口，或点对点直接访问。</translation>
    </message>
    <message>
        <source>Chose a kernel generation path without nested fusions for GEMMs.</source>
        <translation>为矩阵乘法选择没有嵌套融合的内核生成路径。</translation>
    </message>
    <message>
        <source>Chose thread block shapes of generated kernels by a newer heuristic.</source>
        <translation>用较新的启发式选择生成内核的线程块形状。</translation>
    </message>
    <message>
        <source>Chose which operations to fuse by estimated benefit instead of in a fixed order; the only method left since jaxlib 0.4.36.</source>
        <translation>按估计的收益而不是固定次序选择融合哪些操作；自 jaxlib 0.4.36 起是唯一的方法。</translation>
    </message>
    <message>
        <source>Colours drawn programs by how tensors are distributed.</source>
        <translation>按张量的分布方式给画出的程序上色。</translation>
    </message>
    <message>
        <source>Combined row-reduction Triton kernels with cost-based fusion, under the name used up to jaxlib 0.4.31.</source>
        <translation>把行归约的 Triton 内核与按代价的融合结合，是 jaxlib 0.4.31 及以前所用的名称。</translation>
    </message>
    <message>
        <source>Combined row-reduction Triton kernels with cost-based fusion; always so since jaxlib 0.4.38.</source>
        <translation>把行归约的 Triton 内核与按代价的融合结合；自 jaxlib 0.4.38 起总是如此。</translation>
    </message>
    <message>
        <source>Coming name of the pipelined gradient reduction across replicas, with off, on, default and explicit; every release up to 0.11.0 rejects it.</source>
        <translation>流水化的副本间梯度归约将来的名称，取值 off、on、default 和 explicit；直到 0.11.0 的每个版本都拒绝它。</translation>
    </message>
    <message>
        <source>Coming name of the pipelined sharded gradient reduction, with off, on, default and explicit; every release up to 0.11.0 rejects it.</source>
        <translation>流水化的分片梯度归约将来的名称，取值 off、on、default 和 explicit；直到 0.11.0 的每个版本都拒绝它。</translation>
    </message>
    <message>
        <source>Coming name of the pipelined weight gather, with off, on, default and explicit; every release up to 0.11.0 rejects it.</source>
        <translation>流水化权重收集将来的名称，取值 off、on、default 和 explicit；直到 0.11.0 的每个版本都拒绝它。</translation>
    </message>
    <message>
        <source>Comma list of pass names, no spaces; pass name rematerialization is valid at 0.4.18 and 0.11.0. JAX option jax_compiler_enable_remat_pass=false (since 0.4.34) is the JAX-side way.</source>
        <translation>以逗号分隔的编译遍名称，不加空格；名称 rematerialization 在 0.4.18 和 0.11.0 有效。JAX 一侧的方法是选项 jax_compiler_enable_remat_pass=false（自 0.4.34 起）。</translation>
    </message>
    <message>
        <source>Comma list, any case; allcollectives accepted since 0.5.1; raggedalltoall since 0.4.38. Empty default means all async.</source>
        <translation>以逗号分隔，不分大小写；自 0.5.1 起接受 allcollectives，自 0.4.38 起接受 raggedalltoall。默认为空，表示全部异步。</translation>
    </message>
    <message>
        <source>Compiled all candidates of all fusions in one parallel batch before timing them.</source>
        <translation>计时之前，把所有融合的所有候选放在一批里并行编译。</translation>
    </message>
    <message>
        <source>Compiles for the GPU described in a file, so that a machine without one can build executables and report memory.</source>
        <translation>为文件所描述的 GPU 编译，使没有 GPU 的机器也能构建可执行文件并报告显存。</translation>
    </message>
    <message>
        <source>Compiles without closed libraries such as cuDNN and cuBLAS, leaving only generated kernels.</source>
        <translation>编译时不用 cuDNN 和 cuBLAS 等闭源库，只留生成的内核。</translation>
    </message>
    <message>
        <source>Computed an fp32 GEMM as six bf16 GEMMs of split operands, close to fp32 accuracy on tensor cores.</source>
        <translation>把一次 fp32 乘法拆成六次 bf16 乘法，在张量核心上接近 fp32 精度。</translation>
    </message>
    <message>
        <source>Computed an fp32 GEMM as three bf16 GEMMs of split operands, faster than fp32 with less accuracy.</source>
        <translation>把一次 fp32 乘法拆成三次 bf16 乘法，比 fp32 快，精度较低。</translation>
    </message>
    <message>
        <source>Computed what follows a sum (scaling, casting) inside the kernel that sums.</source>
        <translation>把求和之后的步骤（缩放、转换）放在求和内核里计算。</translation>
    </message>
    <message>
        <source>Computes constants at compile time with vectorised code.</source>
        <translation>编译期用向量化代码计算常量。</translation>
    </message>
    <message>
        <source>Computes each Triton fusion a second time with the native emitter and compares the results.</source>
        <translation>每个 Triton 融合再用原生发射器计算一次，并比较结果。</translation>
    </message>
    <message>
        <source>Copies the tensors of a merged reduction into one unbroken buffer first, so that NCCL runs a single large call at the price of the extra copy.</source>
        <translation>先把合并归约的张量复制到一块连续缓冲，使 NCCL 只跑一次大调用，代价是多一次复制。</translation>
    </message>
    <message>
        <source>Counts the cycles of each operation, on backends that support it.</source>
        <translation>在支持的后端上统计每个操作的周期数。</translation>
    </message>
    <message>
        <source>Creates communicators without blocking the host, so that a stuck start can be cancelled.</source>
        <translation>创建 communicator 时不阻塞主机，卡住的启动因此可以取消。</translation>
    </message>
    <message>
        <source>Split the inner dimension of matrix multiplications that would leave most SMs idle and summed the parts afterwards.</source>
        <translation>会让多数 SM 闲着的乘法，沿内维切开，之后再把各部分相加。</translation>
    </message>
    <message>
        <source>Splits an expert all-to-all and the GEMM alongside it into chunks, so that one chunk travels while another multiplies.</source>
        <translation>把专家交换与旁边的矩阵乘法切成块，一块传输时另一块相乘。</translation>
    </message>
    <message>
        <source>Splits the inner dimension of Triton GEMMs into exactly this many parts, for testing; 0 leaves the choice to XLA.</source>
        <translation>把 Triton 乘法的内维正好切成这么多份，供测试；0 由 XLA 选择。</translation>
    </message>
    <message>
        <source>Decides how much XLA measures at compile time: 0 takes the first library kernel unseen, 1 times the candidates, 2 and 3 also fill buffers with random data, 4 checks results too, 5 drops kernels whose results differ.</source>
        <translation>决定 XLA 编译时测多少：0 不看就取第一个库内核，1 给候选计时，2 和 3 另用随机数据填充缓冲，4 也检查结果，5 舍弃结果不同的内核。</translation>
    </message>
    <message>
        <source>Decides whether a CUDA graph is patched before every launch, or only when buffers other than temporaries have moved.</source>
        <translation>决定 CUDA 图是每次启动前都修补，还是仅当临时缓冲以外的缓冲移动时才修补。</translation>
    </message>
    <message>
        <source>Decides whether cuDNN kernels are built from a hardware description when the compiling machine has no GPU.</source>
        <translation>决定编译机器没有 GPU 时，是否按硬件描述构建 cuDNN 内核。</translation>
    </message>
    <message>
        <source>Default depends on build and driver.</source>
        <translation>默认值取决于构建和驱动。</translation>
    </message>
    <message>
        <source>Default depends on build.</source>
        <translation>默认值取决于构建。</translation>
    </message>
    <message>
        <source>Default false: command buffers are not used while a profiler session runs, so traces differ from normal runs.</source>
        <translation>默认 false：性能剖析进行时不用命令缓冲，因此轨迹与正常运行不同。</translation>
    </message>
    <message>
        <source>Default flipped to true in 0.4.32.</source>
        <translation>默认值在 0.4.32 改为 true。</translation>
    </message>
    <message>
        <source>Default true 0.7.0-0.8.x; false since 0.9.0.</source>
        <translation>0.7.0-0.8.x 默认为 true；自 0.9.0 起为 false。</translation>
    </message>
    <message>
        <source>Default true in 0.4.31, false 0.4.32-0.4.35, true since 0.4.36.</source>
        <translation>0.4.31 默认为 true，0.4.32-0.4.35 为 false，自 0.4.36 起为 true。</translation>
    </message>
    <message>
        <source>Default true only 0.4.32-0.4.34.</source>
        <translation>仅在 0.4.32-0.4.34 默认为 true。</translation>
    </message>
    <message>
        <source>Default true since 0.10.1. On XLA main 2026-08 a deprecated alias of xla_gpu_experimental_use_collective_kernels.</source>
        <translation>自 0.10.1 起默认为 true。在 2026-08 的 XLA 主干上是 xla_gpu_experimental_use_collective_kernels 的已弃用别名。</translation>
    </message>
    <message>
        <source>Default true since 0.7.2 also turns on LHS on Hopper/Blackwell; set false (with LHS flag false and no opt level and no PGLE profile) to really disable LHS there. In 0.7.0 only Hopper was covered.</source>
        <translation>自 0.7.2 起默认 true 也会在 Hopper/Blackwell 上启动延迟隐藏调度器；要真正关闭，须设为 false（同时调度器标志为 false，不设优化级别，也没有 PGLE 剖析）。在 0.7.0 只涵盖 Hopper。</translation>
    </message>
    <message>
        <source>Default true since 0.9.2.</source>
        <translation>自 0.9.2 起默认为 true。</translation>
    </message>
    <message>
        <source>Detail of that report: 2 also names why each other backend was left out.</source>
        <translation>那份报告的详细程度：2 还会说明其他每种后端为何落选。</translation>
    </message>
    <message>
        <source>Device copies of at least this size leave the compute stream and run alongside it; -1 leaves the choice to the compiler.</source>
        <translation>至少这么大的设备复制离开计算流，与之并行；-1 由编译器选择。</translation>
    </message>
    <message>
        <source>Distributed programs with the Shardy partitioner instead of GSPMD; a JAX option took its place.</source>
        <translation>用 Shardy 分区器而不是 GSPMD 分布程序；已由一个 JAX 选项取代。</translation>
    </message>
    <message>
        <source>Distributes programs with the Shardy partitioner instead of GSPMD, which can place other collectives.</source>
        <translation>用 Shardy 分区器而不是 GSPMD 分布程序，它可能放置不同的集合通信。</translation>
    </message>
    <message>
        <source>Divides the kernel race among the processes of a job and exchanges the winners, so that compile time falls with the number of hosts.</source>
        <translation>把内核竞速分给作业的各进程并交换胜者，使编译时间随主机数下降。</translation>
    </message>
    <message>
        <source>Draws each dumped program as a Graphviz graph.</source>
        <translation>把每个转储的程序画成 Graphviz 图。</translation>
    </message>
    <message>
        <source>Draws each dumped program as a web page.</source>
        <translation>把每个转储的程序画成网页。</translation>
    </message>
    <message>
        <source>Draws random numbers on each chip for its own part, so that dropout masks depend on the sharding.</source>
        <translation>每块芯片为自己那部分生成随机数，因此 dropout 掩码取决于分片。</translation>
    </message>
    <message>
        <source>Drew dropout masks of pattern-matched attention inside cuDNN instead of in the program.</source>
        <translation>由模式匹配得到的注意力，其 dropout 掩码在 cuDNN 内部生成，而不在程序里。</translation>
    </message>
    <message>
        <source>Drops candidates that ran out of registers from the kernel race before they are timed.</source>
        <translation>用尽寄存器的候选在计时之前就退出内核竞速。</translation>
    </message>
    <message>
        <source>Drops the zero fill of a loop&apos;s output buffer when every element is written anyway, saving one pass over that memory.</source>
        <translation>循环的每个元素反正都会写入时，不再给其输出缓冲清零，省一遍访存。</translation>
    </message>
    <message>
        <source>EAGER raises start-up memory by the size of all kernels.</source>
        <translation>EAGER 使启动时的显存增加所有内核的大小。</translation>
    </message>
    <message>
        <source>Early form of collective pipelining: moved gradient reductions of one loop iteration after the computation of the next.</source>
        <translation>集合通信流水化的早期形式：把循环一轮的梯度归约移到下一轮的计算之后。</translation>
    </message>
    <message>
        <source>Early form of the effort setting that trades compile time for a faster program; a JAX option took its place.</source>
        <translation>力度设置的早期形式，以编译时间换更快的程序；已由一个 JAX 选项取代。</translation>
    </message>
    <message>
        <source>Early form of the switch that lets collectives be matched without their numeric channel.</source>
        <translation>该开关的早期形式：让集合通信不看数字通道也能匹配。</translation>
    </message>
    <message>
        <source>Early name of an abandoned runtime for executing compiled programs.</source>
        <translation>执行已编译程序的一个已放弃运行时的早期名称。</translation>
    </message>
    <message>
        <source>Effort of 0.2 or more acts like level O1 on GPU.</source>
        <translation>力度为 0.2 或更高时，在 GPU 上相当于 O1 级。</translation>
    </message>
    <message>
        <source>Ends the process when NCCL reports an asynchronous error, instead of leaving the other ranks hanging.</source>
        <translation>NCCL 报告异步错误时终止进程，而不让其他 rank 挂着。</translation>
    </message>
    <message>
        <source>Sends tokens of unequal counts inside a host by one kernel that writes into the peers&apos; memory.</source>
        <translation>在主机内用一个直接写入对方显存的内核交换数量不等的 token。</translation>
    </message>
    <message>
        <source>Expands function calls before generated code is split for several compiler threads.</source>
        <translation>在把生成代码分给几个编译线程之前展开函数调用。</translation>
    </message>
    <message>
        <source>Expert all-to-alls below this size use a variant tuned for few bytes; -1 leaves it off.</source>
        <translation>小于此大小的专家交换改用为小数据调优的变体；-1 表示关闭。</translation>
    </message>
    <message>
        <source>Exponent of the time InfiniBand waits for an answer; raised on very large or lossy fabrics.</source>
        <translation>InfiniBand 等待应答时间的指数；在很大或易丢包的网络上调高。</translation>
    </message>
    <message>
        <source>Feeds the result of one GEMM straight into the next without writing it to HBM.</source>
        <translation>把一个矩阵乘法的结果直接送入下一个，不写回 HBM。</translation>
    </message>
    <message>
        <source>Minimum number of kernels in a row that are recorded as one CUDA graph.</source>
        <translation>值得录成一个 CUDA 图的连续内核的最少数目。</translation>
    </message>
    <message>
        <source>File in which compiled kernels are kept, so that a recompilation reuses those that did not change.</source>
        <translation>保存已编译内核的文件，重新编译时复用没有变化的内核。</translation>
    </message>
    <message>
        <source>File of measured collective times that the scheduler&apos;s cost model interpolates.</source>
        <translation>实测集合通信时间的文件，调度器的代价模型据此插值。</translation>
    </message>
    <message>
        <source>File of measured GEMM times that the scheduler&apos;s cost model interpolates.</source>
        <translation>实测矩阵乘法时间的文件，调度器的代价模型据此插值。</translation>
    </message>
    <message>
        <source>File that describes PCIe, NVLink and network cards of a host; clouds ship one where the virtual machine hides them.</source>
        <translation>描述主机的 PCIe、NVLink 和网卡的文件；虚拟机隐藏它们时，云厂商会提供一个。</translation>
    </message>
    <message>
        <source>File that takes NCCL&apos;s debug output, with %h for the host and %p for the process.</source>
        <translation>接收 NCCL 调试输出的文件，%h 代表主机，%p 代表进程。</translation>
    </message>
    <message>
        <source>Finds the k largest entries with NVIDIA&apos;s RAFT library instead of a sort.</source>
        <translation>用 NVIDIA 的 RAFT 库找最大的 k 项，而不是排序。</translation>
    </message>
    <message>
        <source>First form of the CUDA graph switch: a number that widened which kernels were recorded and launched together.</source>
        <translation>CUDA 图开关的最初形式：一个数字，放宽哪些内核一起录制和启动。</translation>
    </message>
    <message>
        <source>First name of the switch to the Shardy partitioner.</source>
        <translation>Shardy 分区器开关的最初名称。</translation>
    </message>
    <message>
        <source>Flag default never changed but false no longer means off: LHS also runs when JAX optimization level &gt;= O1 (effort &gt;= 0.2 since 0.4.36; level since 0.5.1), when a PGLE profile is present (since 0.5.1), and since 0.7.2 by default on Hopper/Blackwell (via xla_gpu_enable_analytical_sol_latency_estimator=true) if every collective in the module is supported by that estimator. In 0.7.0-0.7.1 the SOL path existed but its flag defaulted to false.</source>
        <translation>标志的默认值从未改变，但 false 不再等于关闭：JAX 优化级别 &gt;= O1 时（力度 &gt;= 0.2 自 0.4.36 起；级别自 0.5.1 起）、有 PGLE 剖析时（自 0.5.1 起），延迟隐藏调度器也会运行；自 0.7.2 起在 Hopper/Blackwell 上，若模块中的每个集合通信都受该估计器支持，则默认运行（经由 xla_gpu_enable_analytical_sol_latency_estimator=true）。在 0.7.0-0.7.1 已有 SOL 路径，但其标志默认为 false。</translation>
    </message>
    <message>
        <source>Folder for the cache of the newer kernel race, which later runs read instead of timing again.</source>
        <translation>较新的内核竞速所用的缓存文件夹，以后的运行读取它而不再计时。</translation>
    </message>
    <message>
        <source>Folder in which the compiler looks for ptxas and libdevice when they are not next to the installed package.</source>
        <translation>ptxas 和 libdevice 不在安装包旁时，编译器去哪个文件夹找。</translation>
    </message>
    <message>
        <source>Folder that keeps the kernel-race result of every fusion, so that a restart of the same program compiles without timing.</source>
        <translation>保存每个融合的内核竞速结果的文件夹，使同一程序重启时不必计时就能编译。</translation>
    </message>
    <message>
        <source>Folder that receives the program as JAX hands it to the compiler.</source>
        <translation>接收 JAX 交给编译器的程序的文件夹。</translation>
    </message>
    <message>
        <source>Forces one given Triton tile configuration on all matrix fusions.</source>
        <translation>强制所有矩阵融合使用给定的一种 Triton tile 配置。</translation>
    </message>
    <message>
        <source>Fraction of total GPU memory; setting this together with XLA_PYTHON_CLIENT_MEM_FRACTION raises an error.</source>
        <translation>占 GPU 总显存的比例；与 XLA_PYTHON_CLIENT_MEM_FRACTION 同时设置会报错。</translation>
    </message>
    <message>
        <source>Free key-value settings for a code generator, such as LLVM options.</source>
        <translation>给代码生成器的自由键值设置，例如 LLVM 选项。</translation>
    </message>
    <message>
        <source>Fuses convolutions with their neighbours instead of leaving them as lone library calls.</source>
        <translation>让卷积与相邻操作融合，而不是各自作为库调用。</translation>
    </message>
    <message>
        <source>GROUP is the suggested workaround for hangs with several devices in one process.</source>
        <translation>一个进程有几个设备而挂起时，建议用 GROUP 规避。</translation>
    </message>
    <message>
        <source>Gathers below this size use a variant tuned for few bytes, which pays mostly when serving a model; -1 leaves it off.</source>
        <translation>小于此大小的收集改用为小数据调优的变体，主要在推理服务时有用；-1 表示关闭。</translation>
    </message>
    <message>
        <source>Generated Triton matrix kernels with the general tiled emitter while it replaced the special one.</source>
        <translation>在通用分块发射器取代专用发射器期间，用它生成 Triton 矩阵内核。</translation>
    </message>
    <message>
        <source>Generated kernels treat the tiniest fp32 numbers as zero, which is slightly faster and changes results near underflow.</source>
        <translation>生成的内核把极小的 fp32 数当作零，略快，在下溢附近会改变结果。</translation>
    </message>
    <message>
        <source>Generated minimum and maximum ignore not-a-number inputs instead of passing them on, saving a comparison.</source>
        <translation>生成的最小值和最大值忽略 NaN 输入而不传递，省一次比较。</translation>
    </message>
    <message>
        <source>Generated the list of Triton tile shapes to race from the actual problem instead of a fixed table.</source>
        <translation>按实际问题生成参加竞速的 Triton tile 形状，而不用固定的表。</translation>
    </message>
    <message>
        <source>Generates block-scaled (MX style) GEMMs with Triton instead of dequantising first.</source>
        <translation>用 Triton 生成按块缩放（MX 式）的矩阵乘法，而不先反量化。</translation>
    </message>
    <message>
        <source>Generates every fusion it can with Triton instead of the native emitters.</source>
        <translation>凡能用 Triton 生成的融合都用它，而不用原生发射器。</translation>
    </message>
    <message>
        <source>Generates one fused kernel for the GEMMs of unequal token groups with their experts&apos; weights.</source>
        <translation>为数量不等的 token 组与各自专家权重的乘法生成一个融合内核。</translation>
    </message>
    <message>
        <source>Gives PyTorch&apos;s NCCL streams precedence on the GPU, so that a ready collective starts before queued compute kernels.</source>
        <translation>让 PyTorch 的 NCCL 流在 GPU 上优先，使就绪的集合通信先于排队的计算内核启动。</translation>
    </message>
    <message>
        <source>Gives every tensor back to the driver at once instead of keeping it in the pool; only for hunting memory errors, steps become many times longer.</source>
        <translation>每个张量立刻还给驱动，而不留在池里；只用于查找显存错误，一步会慢很多倍。</translation>
    </message>
    <message>
        <source>Gives the cost model of the scheduler the real numbers of your cluster (NCCL launch time, network rate, devices per node), so that it places collectives with the right durations in mind.</source>
        <translation>把你的集群的真实数据（NCCL 启动时间、网络速率、每节点设备数）交给调度器的代价模型，使它按正确的时长放置集合通信。</translation>
    </message>
    <message>
        <source>Groups NCCL&apos;s thread blocks into hardware clusters of this size, which changes how they share SMs with compute kernels.</source>
        <translation>把 NCCL 的线程块组成这么大的硬件簇，这会改变它们与计算内核共享 SM 的方式。</translation>
    </message>
    <message>
        <source>Groups the ranks of a collective-permute that send to each other, so that each group communicates within a smaller clique.</source>
        <translation>把 collective-permute 中彼此发送的 rank 分组，使每组在较小的通信组内进行。</translation>
    </message>
    <message>
        <source>Guard area on each side of a buffer during the kernel race, which catches out-of-bounds writes and costs memory at compile time.</source>
        <translation>内核竞速期间缓冲两侧的保护区，可发现越界写入，编译时要占显存。</translation>
    </message>
    <message>
        <source>Gzips binary dump files.</source>
        <translation>用 gzip 压缩二进制转储文件。</translation>
    </message>
    <message>
        <source>Hardware queues of a process on an AMD GPU: AMD&apos;s counterpart to CUDA_DEVICE_MAX_CONNECTIONS, 4 by default; AMD&apos;s Megatron recipes set 2.</source>
        <translation>一个进程在 AMD GPU 上的硬件队列数：相当于 CUDA_DEVICE_MAX_CONNECTIONS，默认 4；AMD 的 Megatron 方案设为 2。</translation>
    </message>
    <message>
        <source>Has effect only when a cache directory is set.</source>
        <translation>只有设置了缓存目录才起作用。</translation>
    </message>
    <message>
        <source>Hoists a gradient reduction out of an accumulation loop when it may as well run once at the end.</source>
        <translation>梯度归约若可以最后只做一次，就移出累积循环。</translation>
    </message>
    <message>
        <source>Honours the program&apos;s marks that assign a computation to a numbered CUDA stream.</source>
        <translation>遵从程序自己的标记，把计算分配到编号的 CUDA 流。</translation>
    </message>
    <message>
        <source>How far a candidate GEMM kernel may differ from the reference result before autotuning marks it as wrong.</source>
        <translation>候选 GEMM 内核与参考结果相差多少，自动调优就判为错误。</translation>
    </message>
    <message>
        <source>How far apart two GPUs may sit in the machine and still copy directly.</source>
        <translation>两块 GPU 在机器里相距多远仍可直接复制。</translation>
    </message>
    <message>
        <source>How hard the compiler looks for sums that are written as windows or matrix multiplications; 0 does not look.</source>
        <translation>编译器花多大力气寻找写成窗口或矩阵乘法的求和；0 表示不找。</translation>
    </message>
    <message>
        <source>How hard the compiler tries to make a program fit that is too large, from not at all (O0) to long searches (O3).</source>
        <translation>对太大的程序，编译器花多大力气使它放得下，从完全不做（O0）到长时间搜索（O3）。</translation>
    </message>
    <message>
        <source>How many CUDA streams carry NCCL traffic; 0 uses the built-in number.</source>
        <translation>多少条 CUDA 流承载 NCCL 通信；0 使用内置的数目。</translation>
    </message>
    <message>
        <source>How many CUDA streams run independent computation; 0 uses the built-in number.</source>
        <translation>多少条 CUDA 流运行互不相关的计算；0 使用内置的数目。</translation>
    </message>
    <message>
        <source>How many Python frames are kept with each operation of a program.</source>
        <translation>程序的每个操作保留多少层 Python 调用帧。</translation>
    </message>
    <message>
        <source>How many asynchronous computations (copies, wrapped kernels) the scheduler may keep in flight at once.</source>
        <translation>调度器最多可同时保持多少个在途的异步计算（复制、包装的内核）。</translation>
    </message>
    <message>
        <source>How many channels drive reductions inside the NVSwitch.</source>
        <translation>驱动 NVSwitch 内归约的通道数。</translation>
    </message>
    <message>
        <source>How many collectives inside the NVLink domain may be in flight at once, counted apart from those on the network.</source>
        <translation>NVLink 域内最多可同时在途多少个集合通信，与网络上的分开计数。</translation>
    </message>
    <message>
        <source>How many collectives the flight recorder keeps for the report of a hang.</source>
        <translation>飞行记录器为卡死报告保留多少次集合通信。</translation>
    </message>
    <message>
        <source>How many cuDNN execution plans are timed for each fused GEMM; more plans lengthen compilation.</source>
        <translation>每个融合的矩阵乘法给多少个 cuDNN 执行方案计时；越多编译越久。</translation>
    </message>
    <message>
        <source>How many of the largest buffers are listed when an out-of-memory report is printed.</source>
        <translation>打印显存不足报告时列出多少个最大的缓冲。</translation>
    </message>
    <message>
        <source>How many of the tile shapes that the cost model likes best are timed for each fusion.</source>
        <translation>代价模型最看好的 tile 形状，每个融合给多少个计时。</translation>
    </message>
    <message>
        <source>How many overlap windows ahead the scheduler may look before its memory fence stops it.</source>
        <translation>调度器在其内存栅栏拦住之前最多可向前看多少个重叠窗口。</translation>
    </message>
    <message>
        <source>How many recorded variants of a library call are remembered, so that a CUDA graph with changing buffer addresses need not be traced again.</source>
        <translation>记住一个库调用的多少个录制变体，使缓冲地址会变的 CUDA 图不必重新追踪。</translation>
    </message>
    <message>
        <source>How much detail the program writes into profiler traces.</source>
        <translation>程序向性能剖析轨迹写出多少细节。</translation>
    </message>
    <message>
        <source>How often a captured region had to run before it was turned into a launchable graph, under the name used up to jaxlib 0.4.13.</source>
        <translation>录下的区域要运行多少次才变成可启动的图，是 jaxlib 0.4.13 及以前所用的名称。</translation>
    </message>
    <message>
        <source>How often a captured region ran before it became a launchable CUDA graph.</source>
        <translation>录下的区域运行多少次才成为可启动的 CUDA 图。</translation>
    </message>
    <message>
        <source>How often generated LLVM code is checked for well-formedness during compilation.</source>
        <translation>编译期间多频繁地检查生成的 LLVM 代码格式是否正确。</translation>
    </message>
    <message>
        <source>In KiB. MaxText sets 98304 for dense and 81920 for mixture-of-experts models.</source>
        <translation>单位为 KiB。MaxText 对稠密模型设为 98304，对混合专家模型设为 81920。</translation>
    </message>
    <message>
        <source>Integer level, 0 = off.</source>
        <translation>整数级别，0 表示关闭。</translation>
    </message>
    <message>
        <source>Inverted replacement: list what should be synchronous; empty list = everything async. Default already true in 0.4.24-0.4.26.</source>
        <translation>意义相反的替代：列出应当同步的；空列表表示全部异步。在 0.4.24-0.4.26 默认已为 true。</translation>
    </message>
    <message>
        <source>Issues launches with the attribute that allows a kernel&apos;s prologue to overlap the tail of its predecessor.</source>
        <translation>启动时带上属性，允许内核的开头与前一个的结尾重叠。</translation>
    </message>
    <message>
        <source>JAX-side switch for the compiler rematerialization pass.</source>
        <translation>JAX 一侧控制编译器重计算遍的开关。</translation>
    </message>
    <message>
        <source>Keeps channel-first layout for all cuDNN convolutions, whatever the layout heuristic prefers.</source>
        <translation>所有 cuDNN 卷积保持通道在前的布局，不管布局启发式偏好什么。</translation>
    </message>
    <message>
        <source>Keeps channel-last layout for all cuDNN convolutions, whatever the layout heuristic prefers.</source>
        <translation>所有 cuDNN 卷积保持通道在后的布局，不管布局启发式偏好什么。</translation>
    </message>
    <message>
        <source>Keeps communicators for the whole life of the process instead of taking them anew for each execution, which saves time per step but gives up a safeguard against deadlocks.</source>
        <translation>通信器在进程的整个生命期内保留，而不是每次执行重新取得，每步省时，但放弃了一道防死锁的保护。</translation>
    </message>
    <message>
        <source>Keeps cuBLAS in the race when Triton matrix kernels are timed; off, a Triton kernel is used even where cuBLAS is faster.</source>
        <translation>给 Triton 矩阵内核计时时让 cuBLAS 也参加；关闭后，即使 cuBLAS 更快也用 Triton 内核。</translation>
    </message>
    <message>
        <source>Keeps program text and assembly inside the compiled executable for later inspection, at the price of host memory.</source>
        <translation>在编译的可执行文件中保留程序文本和汇编，以便日后查看，代价是主机内存。</translation>
    </message>
    <message>
        <source>Keeps scratch memory in a separate pool at a fixed address, so that CUDA graphs need no patching between steps.</source>
        <translation>暂存区放在地址固定的单独池里，使 CUDA 图在各步之间不必修补。</translation>
    </message>
    <message>
        <source>Keeps the generated LLVM text inside the compiled program for inspection.</source>
        <translation>在已编译程序中保留生成的 LLVM 文本，以供查看。</translation>
    </message>
    <message>
        <source>Kept one copy of a large constant on the device for all compiled programs.</source>
        <translation>所有已编译程序共用设备上一份大常量。</translation>
    </message>
    <message>
        <source>Kept partial sums of split Triton GEMMs in fp32 instead of the output type.</source>
        <translation>切分的 Triton 乘法，部分和保持 fp32，而不用输出类型。</translation>
    </message>
    <message>
        <source>Kept scratch memory at a fixed address between executions so that recorded CUDA graphs stayed valid.</source>
        <translation>让各次执行之间暂存区的地址固定，使录制的 CUDA 图保持有效。</translation>
    </message>
    <message>
        <source>Key-value settings of the cost model that proposes tile shapes for GEMMs.</source>
        <translation>为矩阵乘法提议 tile 形状的代价模型的键值设置。</translation>
    </message>
    <message>
        <source>Kills the process when one execution takes longer than this duration (for example 300s), so that a hung step becomes a crash that a supervisor can restart.</source>
        <translation>一次执行超过此时长（例如 300s）就杀掉进程，使挂起的一步变成可由监管程序重启的崩溃。</translation>
    </message>
    <message>
        <source>Laid out the second operand of bf16 Triton GEMMs so that the summed dimension is contiguous.</source>
        <translation>把 bf16 Triton 乘法的第二个操作数排成求和维连续。</translation>
    </message>
    <message>
        <source>Largest amount of pinned host memory that JAX may hold; offloaded activations beyond it fail to allocate.</source>
        <translation>JAX 最多可持有的锁页主机内存；卸载的激活超出它就无法分配。</translation>
    </message>
    <message>
        <source>Largest number of tensors that one merged NCCL call may carry, whatever their bytes.</source>
        <translation>一次合并的 NCCL 调用最多包含多少个张量，不论字节数。</translation>
    </message>
    <message>
        <source>Leaves source locations out of dump files, which makes two dumps easier to compare.</source>
        <translation>转储文件不写源代码位置，便于比较两次转储。</translation>
    </message>
    <message>
        <source>Leaves the notes on how tensors were distributed in the partitioned program.</source>
        <translation>在分区后的程序中保留张量如何分布的标注。</translation>
    </message>
    <message>
        <source>Left the first so many kernels to the old emitters, to bisect bugs of the MLIR ones.</source>
        <translation>前这么多个内核留给旧发射器，用于二分查找 MLIR 发射器的缺陷。</translation>
    </message>
    <message>
        <source>Let a program ask for the platform implicitly; now an environment variable.</source>
        <translation>让程序可以隐式地要求平台；现在是环境变量。</translation>
    </message>
    <message>
        <source>Let element-wise kernels on Blackwell process eight values per thread.</source>
        <translation>让 Blackwell 上的逐元素内核每线程处理八个值。</translation>
    </message>
    <message>
        <source>Let experts write tokens straight into the receiver&apos;s buffer without staging.</source>
        <translation>让专家把 token 直接写进接收方的缓冲，不经中转。</translation>
    </message>
    <message>
        <source>Let independent kernels inside one recorded graph run concurrently, under the name used up to jaxlib 0.4.13.</source>
        <translation>让一个录制图内互不相关的内核并行，是 jaxlib 0.4.13 及以前所用的名称。</translation>
    </message>
    <message>
        <source>Let library calls such as cuBLAS read and write slices of a larger buffer in place; known as dynamic slice fusion since jaxlib 0.4.32.</source>
        <translation>让 cuBLAS 等库调用就地读写大缓冲的切片；自 jaxlib 0.4.32 起称为动态切片融合。</translation>
    </message>
    <message>
        <source>Lets PyTorch free the buffer of a finished collective earlier, which lowers the peak of sharded training.</source>
        <translation>让 PyTorch 更早释放已完成集合通信的缓冲，可降低分片训练的峰值。</translation>
    </message>
    <message>
        <source>Lets Triton give loading and multiplying to different warps of a block, which helps large GEMMs on recent chips.</source>
        <translation>让 Triton 把加载和相乘交给一个线程块里不同的 warp，对新芯片上的大乘法有用。</translation>
    </message>
    <message>
        <source>Lets XLA itself move long-lived buffers to pinned host memory and back when the program would not fit otherwise.</source>
        <translation>程序否则放不下时，让 XLA 自己把长寿的缓冲移到锁页主机内存再移回。</translation>
    </message>
    <message>
        <source>Lets XLA run a reduction over a few local devices as a separate CUDA kernel instead of calling NCCL.</source>
        <translation>让 XLA 对少数本地设备的归约用自己的 CUDA 内核，而不调用 NCCL。</translation>
    </message>
    <message>
        <source>Lets a kernel begin its set-up while the one before it is still finishing (programmatic dependent launch on Hopper and later), which trims gaps between short kernels.</source>
        <translation>让内核在前一个收尾时就开始准备（程序化依赖启动，Hopper 及以后），可缩小短内核之间的空隙。</translation>
    </message>
    <message>
        <source>Lets all backends assume that no not-a-number occurs.</source>
        <translation>让所有后端都假定不出现 NaN。</translation>
    </message>
    <message>
        <source>Lets collectives be matched and merged without regard to their numeric channel.</source>
        <translation>让集合通信不看数字通道也能匹配和合并。</translation>
    </message>
    <message>
        <source>Lets cost-based fusion form Triton kernels even where no GEMM or reduction anchors them.</source>
        <translation>即使没有矩阵乘法或归约作为锚点，也允许按代价的融合形成 Triton 内核。</translation>
    </message>
    <message>
        <source>Lets cuDNN compile fused convolution kernels on demand, available since Ampere.</source>
        <translation>让 cuDNN 按需编译融合的卷积内核，自 Ampere 起可用。</translation>
    </message>
    <message>
        <source>Lets independent kernels of a recorded CUDA graph run concurrently; since jaxlib 0.7.1 only another spelling of the graph scheduling mode.</source>
        <translation>让录制的 CUDA 图中互不相关的内核并行；自 jaxlib 0.7.1 起只是图调度模式的另一种写法。</translation>
    </message>
    <message>
        <source>Lets one Triton kernel write several results, so that shared inputs are read once.</source>
        <translation>让一个 Triton 内核写出几个结果，共享的输入只读一次。</translation>
    </message>
    <message>
        <source>Lets programs register their buffers with NCCL for copies without staging.</source>
        <translation>让程序向 NCCL 注册自己的缓冲，传输不必中转。</translation>
    </message>
    <message>
        <source>Lets switches of the network add up reductions where a SHARP plug-in is installed.</source>
        <translation>在装有 SHARP 插件的地方，让网络交换机完成归约的求和。</translation>
    </message>
    <message>
        <source>Lets the CUDA driver assemble kernels when ptxas is missing, instead of failing; the driver&apos;s compiler may be older and use more memory.</source>
        <translation>缺少 ptxas 时让 CUDA 驱动汇编内核，而不是失败；驱动的编译器可能更旧、占用更多内存。</translation>
    </message>
    <message>
        <source>Lets the Shardy partitioner write a sum that is split afterwards as one operation.</source>
        <translation>让 Shardy 分区器把求和后再切分写成一个操作。</translation>
    </message>
    <message>
        <source>Lets the compiler choose the memory order of inputs and outputs that state none.</source>
        <translation>输入和输出没有指明存储次序时，由编译器选择。</translation>
    </message>
    <message>
        <source>Lets the compiler drop casts to bf16 and back between fused operations, so that intermediates keep fp32 accuracy.</source>
        <translation>让编译器去掉融合操作之间转成 bf16 又转回的步骤，使中间结果保持 fp32 精度。</translation>
    </message>
    <message>
        <source>Lets the memory fraction exceed 1.</source>
        <translation>让显存比例可以超过 1。</translation>
    </message>
    <message>
        <source>Lets the network card write to memory out of order, which virtual machines need for full speed.</source>
        <translation>让网卡可以不按次序写内存，虚拟机要靠它达到全速。</translation>
    </message>
    <message>
        <source>Lets two profilers listen to CUDA events at once on drivers that permit it, so that JAX&apos;s trace need not exclude others.</source>
        <translation>在允许的驱动上让两个性能分析器同时监听 CUDA 事件，使 JAX 的轨迹不必排斥其他工具。</translation>
    </message>
    <message>
        <source>Limited how many kernels of a module the MLIR emitters generated, to bisect bugs.</source>
        <translation>限制 MLIR 发射器在一个模块中生成多少个内核，用于二分查错。</translation>
    </message>
    <message>
        <source>Limited the scratch memory of the kernel race with guard areas.</source>
        <translation>限制带保护区的内核竞速的暂存大小。</translation>
    </message>
    <message>
        <source>Limited the use of precompiled CUTLASS kernels to names matching a regular expression.</source>
        <translation>只使用名称与正则表达式相符的预编译 CUTLASS 内核。</translation>
    </message>
    <message>
        <source>Limits which libraries (Triton, cuBLAS, cuBLASLt, cuDNN and the AMD ones) take part in the kernel race; empty admits all.</source>
        <translation>限制哪些库（Triton、cuBLAS、cuBLASLt、cuDNN 和 AMD 的库）参加内核竞速；空则全部允许。</translation>
    </message>
    <message>
        <source>Linked AMD kernels inside the process instead of starting the linker.</source>
        <translation>在进程内链接 AMD 内核，而不启动链接器。</translation>
    </message>
    <message>
        <source>Links generated kernels with the nvJitLink library inside the process instead of starting ptxas and nvlink.</source>
        <translation>在进程内用 nvJitLink 库链接生成的内核，而不启动 ptxas 和 nvlink。</translation>
    </message>
    <message>
        <source>List of command types, any case; never a level 0..3 (that was xla_gpu_graph_level): a number aborts since 0.4.29; before it logs an error (0.4.20-0.4.24 leaves the list empty, 0.4.25-0.4.28 keeps the default). Empty value (disable) and +X/-X modifiers are valid since 0.4.25; in 0.4.20-0.4.24 an empty value logs an error but does leave the list empty. CONDITIONALS renamed CONDITIONAL in 0.4.36, NCCL renamed COLLECTIVES in 0.4.24.</source>
        <translation>命令种类的列表，不分大小写；绝不是级别 0..3（那是 xla_gpu_graph_level）：自 0.4.29 起写数字会中止；此前记录错误（0.4.20-0.4.24 使列表为空，0.4.25-0.4.28 保持默认）。空值（禁用）和 +X/-X 修饰自 0.4.25 起有效；在 0.4.20-0.4.24 空值会记录错误，但列表确实为空。CONDITIONALS 于 0.4.36 改名 CONDITIONAL，NCCL 于 0.4.24 改名 COLLECTIVES。</translation>
    </message>
    <message>
        <source>Listed in JAX docs, but no code in XLA reads it (checked 0.4.7, 0.4.18, 0.11.0); only messages name it.</source>
        <translation>JAX 文档中列有，但 XLA 没有代码读取它（查过 0.4.7、0.4.18、0.11.0）；只有消息提到它。</translation>
    </message>
    <message>
        <source>Listed stages of the move to the general tiled Triton emitter.</source>
        <translation>列出迁移到通用分块 Triton 发射器的各阶段。</translation>
    </message>
    <message>
        <source>Lists the collectives that may run as XLA&apos;s single-kernel versions inside a host instead of NCCL calls.</source>
        <translation>列出哪些集合通信可以在主机内用 XLA 自己的单内核版本代替 NCCL 调用。</translation>
    </message>
    <message>
        <source>Lists the kinds of collective whose buffers are mapped at equal addresses on all ranks, which opens low-latency NCCL kernels.</source>
        <translation>列出哪些集合通信的缓冲在所有 rank 上映射到相同地址，从而可用低延迟的 NCCL 内核。</translation>
    </message>
    <message>
        <source>Loaded tiles with Hopper&apos;s tensor memory accelerator in Triton kernels.</source>
        <translation>在 Triton 内核中用 Hopper 的张量内存加速器加载 tile。</translation>
    </message>
    <message>
        <source>Login for gated models and tokenizers; keep it out of files.</source>
        <translation>访问受限模型和分词器的登录凭据；不要写进文件。</translation>
    </message>
    <message>
        <source>Logs every function when it is traced and compiled, which reveals accidental recompilation in the training loop.</source>
        <translation>记录每个函数何时被追踪和编译，可发现训练循环里意外的重新编译。</translation>
    </message>
    <message>
        <source>Logs why a function was traced again, naming the argument that changed.</source>
        <translation>记录函数为何再次被追踪，并指出变化的参数。</translation>
    </message>
    <message>
        <source>Long running sums are split into blocks of this length, which turns them into parallel work.</source>
        <translation>很长的累加切成这么长的块，变成可并行的工作。</translation>
    </message>
    <message>
        <source>Made compilation fail when no convolution algorithm passed its check, instead of taking a fallback.</source>
        <translation>没有卷积算法通过检查时使编译失败，而不退而求其次。</translation>
    </message>
    <message>
        <source>Makes XLA&apos;s tests run through CUDA graphs.</source>
        <translation>让 XLA 自己的测试经由 CUDA 图运行。</translation>
    </message>
    <message>
        <source>Makes XLA&apos;s tests try every memory order of their inputs.</source>
        <translation>让 XLA 自己的测试尝试输入的每种存储次序。</translation>
    </message>
    <message>
        <source>Makes XLA&apos;s tests try every memory order of their results.</source>
        <translation>让 XLA 自己的测试尝试结果的每种存储次序。</translation>
    </message>
    <message>
        <source>Makes every repetition of a smaller operand an explicit operation in the program.</source>
        <translation>把较小操作数的每次重复都变成程序中的显式操作。</translation>
    </message>
    <message>
        <source>Makes the CPU pretend to be this many devices, which lets sharding be tested on a laptop.</source>
        <translation>让 CPU 装作有这么多设备，便于在笔记本电脑上试分片。</translation>
    </message>
    <message>
        <source>Makes the host wait in each collective until it is done or timed out, which ends all overlap of launches.</source>
        <translation>让主机在每个集合通信里等到完成或超时，启动的重叠因此全部消失。</translation>
    </message>
    <message>
        <source>Makes the simple scheduler treat reductions over many ranks as longer, so that it opens a wider window of computation for them.</source>
        <translation>让简单的调度器认为跨很多 rank 的归约更久，从而为它们留出更宽的计算窗口。</translation>
    </message>
    <message>
        <source>Makes two runs bit-identical by refusing unordered kernels and by switching off the timing race that picks kernels; expect slower GEMMs and scatters.</source>
        <translation>拒绝无序的内核并关闭挑选内核的计时竞速，使两次运行逐位相同；GEMM 和散布会变慢。</translation>
    </message>
    <message>
        <source>Marked loops that rotate data between stages as pipelined by pattern alone, which is wrong for some programs.</source>
        <translation>仅凭模式就把在阶段间轮转数据的循环标为流水线，对有些程序是错的。</translation>
    </message>
    <message>
        <source>Master switch over the three per-collective flags while it existed.</source>
        <translation>存在期间是三个单项开关之上的总开关。</translation>
    </message>
    <message>
        <source>MaxText sets 1.</source>
        <translation>MaxText 设为 1。</translation>
    </message>
    <message>
        <source>MaxText sets 100.</source>
        <translation>MaxText 设为 100。</translation>
    </message>
    <message>
        <source>MaxText sets 1000000.</source>
        <translation>MaxText 设为 1000000。</translation>
    </message>
    <message>
        <source>MaxText sets 16777216.</source>
        <translation>MaxText 设为 16777216。</translation>
    </message>
    <message>
        <source>MaxText sets 2.</source>
        <translation>MaxText 设为 2。</translation>
    </message>
    <message>
        <source>MaxText sets 24.</source>
        <translation>MaxText 设为 24。</translation>
    </message>
    <message>
        <source>MaxText sets 5.</source>
        <translation>MaxText 设为 5。</translation>
    </message>
    <message>
        <source>MaxText sets ENABLED.</source>
        <translation>MaxText 设为 ENABLED。</translation>
    </message>
    <message>
        <source>MaxText sets false.</source>
        <translation>MaxText 设为 false。</translation>
    </message>
    <message>
        <source>MaxText sets false/true.</source>
        <translation>MaxText 设为 false/true。</translation>
    </message>
    <message>
        <source>MaxText sets true.</source>
        <translation>MaxText 设为 true。</translation>
    </message>
    <message>
        <source>MaxText sets true. Since JAX 0.4.24 JAX itself appends it (true) to LIBTPU_INIT_ARGS on Cloud TPU VMs unless named there.</source>
        <translation>MaxText 设为 true。自 JAX 0.4.24 起，若 LIBTPU_INIT_ARGS 未写明，JAX 会在 Cloud TPU 虚拟机上自行加上它（true）。</translation>
    </message>
    <message>
        <source>MaxText sets true. True by default on v7x (Ironwood) according to MaxText.</source>
        <translation>MaxText 设为 true。据 MaxText，在 v7x（Ironwood）上默认为 true。</translation>
    </message>
    <message>
        <source>Meant for hosts whose PCIe access control breaks peer copies.</source>
        <translation>用于 PCIe 访问控制会破坏对等拷贝的主机。</translation>
    </message>
    <message>
        <source>Measures and logs how long parts of the compilation take.</source>
        <translation>测量并记录编译各部分用了多久。</translation>
    </message>
    <message>
        <source>Merged collectives that block anyway beyond the byte thresholds; grew into the heuristic combiner.</source>
        <translation>合并反正会阻塞的集合通信，超出字节阈值也合并；后来发展为启发式合并器。</translation>
    </message>
    <message>
        <source>Merges a sum with the broadcast of its result; off can lower the memory peak.</source>
        <translation>把求和与其结果的广播合并；关闭可能降低显存峰值。</translation>
    </message>
    <message>
        <source>Merges independent operations of equal shape into one kernel with several results.</source>
        <translation>把形状相同、互不相关的操作合并成一个有几个结果的内核。</translation>
    </message>
    <message>
        <source>MiB; 100000 in effect turns collective matmul off; 0 applies it to all sizes. See also xla_gpu_operand_bytes_threshold_for_windowed_einsum (since 0.4.36).</source>
        <translation>单位 MiB；100000 实际上关闭集合矩阵乘；0 使其适用于所有大小。另见 xla_gpu_operand_bytes_threshold_for_windowed_einsum（自 0.4.36 起）。</translation>
    </message>
    <message>
        <source>Maximum number of values that one thread of an element-wise kernel may process.</source>
        <translation>逐元素内核的一个线程最多处理多少个值。</translation>
    </message>
    <message>
        <source>Moved the recording of CUDA graphs from the program level to the level of execution steps.</source>
        <translation>把 CUDA 图的录制从程序级移到执行步骤级。</translation>
    </message>
    <message>
        <source>Multiplies block-scaled quantised weights without first writing the full-size dequantised matrix.</source>
        <translation>直接用按块缩放的量化权重相乘，而不先写出完整的反量化矩阵。</translation>
    </message>
    <message>
        <source>Must be 0 to see VLOG output.</source>
        <translation>须为 0 才能看到 VLOG 输出。</translation>
    </message>
    <message>
        <source>Named older-style native calls that are safe to record into a CUDA graph; it has no xla_ prefix and left with the old call interface.</source>
        <translation>列出可以安全录入 CUDA 图的旧式原生调用；它没有 xla_ 前缀，随旧调用接口一起移除。</translation>
    </message>
    <message>
        <source>Naming all three protocols forces LL128 on also where NCCL would leave it off; otherwise the same as unset.</source>
        <translation>三种协议都写明，会在 NCCL 本来不用 LL128 的地方也强制使用；除此之外与不设置相同。</translation>
    </message>
    <message>
        <source>Needed by user buffer registration.</source>
        <translation>注册用户缓冲区需要它。</translation>
    </message>
    <message>
        <source>Needs TORCH_NCCL_TRACE_BUFFER_SIZE above 0.</source>
        <translation>需要 TORCH_NCCL_TRACE_BUFFER_SIZE 大于 0。</translation>
    </message>
    <message>
        <source>Neighbour transfers below this size use a variant tuned for few bytes; -1 leaves it off.</source>
        <translation>小于此大小的相邻传输改用为小数据调优的变体；-1 表示关闭。</translation>
    </message>
    <message>
        <source>Neighbour-to-neighbour transfers that start together are merged into one call up to this size.</source>
        <translation>一起开始的相邻传输合并成一次调用，上限为此大小。</translation>
    </message>
    <message>
        <source>Newer alternative to xla_gpu_enable_nccl_user_buffers.</source>
        <translation>xla_gpu_enable_nccl_user_buffers 的较新替代。</translation>
    </message>
    <message>
        <source>Not read at any jaxlib release 0.4.7-0.11.0; silently ignored.</source>
        <translation>jaxlib 0.4.7-0.11.0 的任何版本都不读取；会被悄悄忽略。</translation>
    </message>
    <message>
        <source>Notices when a repeated compiler step undoes itself for ever.</source>
        <translation>发现反复的编译步骤无休止地撤销自己。</translation>
    </message>
    <message>
        <source>Number format in which fp32 GEMMs run unless the call says otherwise, for example tensorfloat32 or bfloat16.</source>
        <translation>fp32 矩阵乘法在调用没有另行指定时所用的数值格式，例如 tensorfloat32 或 bfloat16。</translation>
    </message>
    <message>
        <source>Number of GPU threads in an abandoned code generator for sparse tensors.</source>
        <translation>已放弃的稀疏张量代码生成器中的 GPU 线程数。</translation>
    </message>
    <message>
        <source>Number of host threads that assemble generated kernels; 0 takes what the thread pool offers.</source>
        <translation>汇编生成内核的主机线程数；0 取线程池所能提供的。</translation>
    </message>
    <message>
        <source>Numbered how much of a GEMM&apos;s surroundings Triton was allowed to pull into its kernel.</source>
        <translation>以编号指定允许 Triton 把矩阵乘法周围的多少内容并入其内核。</translation>
    </message>
    <message>
        <source>Numbered which kinds of kernel came from the MLIR emitters: loops, then transposes, then reductions.</source>
        <translation>以编号指定哪些种类的内核来自 MLIR 发射器：先循环，再转置，再归约。</translation>
    </message>
    <message>
        <source>O1 and up turn on LHS, collective pipelining and loop unrolling on GPU whatever the flags say.</source>
        <translation>O1 及以上会在 GPU 上启用延迟隐藏调度器、集合通信流水化和循环展开，不管标志怎么写。</translation>
    </message>
    <message>
        <source>Older fractional form of the setting for how hard the compiler tries to make a large program fit.</source>
        <translation>较旧的小数形式：编译器花多大力气让大程序放得下。</translation>
    </message>
    <message>
        <source>On AMD, lets Transformer Engine take its GEMMs from hipBLASLt; when built or run without it, rocBLAS serves.</source>
        <translation>在 AMD 上，让 Transformer Engine 用 hipBLASLt 做矩阵乘；构建或运行时没有它，就由 rocBLAS 来做。</translation>
    </message>
    <message>
        <source>On AMD, lets Transformer Engine take its GEMMs from rocBLAS, which has no 8-bit ones.</source>
        <translation>在 AMD 上，让 Transformer Engine 用 rocBLAS 做矩阵乘，它没有 8 位的。</translation>
    </message>
    <message>
        <source>On TPU, checks that hand-written Pallas kernels stay inside their buffers.</source>
        <translation>在 TPU 上，检查手写的 Pallas 内核不越出自己的缓冲。</translation>
    </message>
    <message>
        <source>On TPU, frees on-chip memory held for data fetched before the program started, once it has been used.</source>
        <translation>在 TPU 上，程序开始前取来的数据用过之后，释放其占用的片上存储。</translation>
    </message>
    <message>
        <source>On TPU, lets one fused loop write several results, so that shared inputs are read once.</source>
        <translation>在 TPU 上，让一个融合循环写出几个结果，共享的输入只读一次。</translation>
    </message>
    <message>
        <source>On TPU, the search used to order operations for a small peak; a more thorough one compiles longer.</source>
        <translation>在 TPU 上，为降低峰值而给操作排序的搜索；更彻底的搜索编译更久。</translation>
    </message>
    <message>
        <source>On XLA main 2026-08 a deprecated alias of xla_gpu_pipeline_all_gather.</source>
        <translation>在 2026-08 的 XLA 主干上是 xla_gpu_pipeline_all_gather 的已弃用别名。</translation>
    </message>
    <message>
        <source>On XLA main 2026-08 a deprecated alias of xla_gpu_pipeline_all_reduce.</source>
        <translation>在 2026-08 的 XLA 主干上是 xla_gpu_pipeline_all_reduce 的已弃用别名。</translation>
    </message>
    <message>
        <source>On the CPU backend with fast math: keeps exact library versions of exp, log and the like.</source>
        <translation>CPU 后端，快速数学：exp、log 等保留精确的库版本。</translation>
    </message>
    <message>
        <source>On the CPU backend with fast math: keeps true quotients instead of multiplying by a reciprocal.</source>
        <translation>CPU 后端，快速数学：保留真正的除法，而不是乘以倒数。</translation>
    </message>
    <message>
        <source>On the CPU backend with fast math: results may still be infinite.</source>
        <translation>CPU 后端，快速数学：结果仍可以是无穷大。</translation>
    </message>
    <message>
        <source>On the CPU backend with fast math: results may still be not-a-number.</source>
        <translation>CPU 后端，快速数学：结果仍可以是 NaN。</translation>
    </message>
    <message>
        <source>On the CPU backend: a finer lifetime analysis leaves out defensive buffer copies.</source>
        <translation>CPU 后端：更细的生存期分析，省去防御性的缓冲复制。</translation>
    </message>
    <message>
        <source>On the CPU backend: a newer path from tiled code to LLVM.</source>
        <translation>CPU 后端：从分块代码到 LLVM 的较新路径。</translation>
    </message>
    <message>
        <source>On the CPU backend: allows reordering and approximations that change floating-point results.</source>
        <translation>CPU 后端：允许会改变浮点结果的重排和近似。</translation>
    </message>
    <message>
        <source>On the CPU backend: bits per vector instruction that LLVM should aim for.</source>
        <translation>CPU 后端：LLVM 应争取的每条向量指令位数。</translation>
    </message>
    <message>
        <source>On the CPU backend: block height of the GEMM in an abandoned code path.</source>
        <translation>CPU 后端：已放弃的代码路径中乘积的块高度。</translation>
    </message>
    <message>
        <source>On the CPU backend: block length along the summed dimension in an abandoned code path.</source>
        <translation>CPU 后端：已放弃的代码路径中沿求和维的块长度。</translation>
    </message>
    <message>
        <source>On the CPU backend: block width of the GEMM in an abandoned code path.</source>
        <translation>CPU 后端：已放弃的代码路径中乘积的块宽度。</translation>
    </message>
    <message>
        <source>On the CPU backend: blocked and vectorised loops in an abandoned code path.</source>
        <translation>CPU 后端：在已放弃的代码路径中对循环分块和向量化。</translation>
    </message>
    <message>
        <source>On the CPU backend: called Intel&apos;s library, under its former name.</source>
        <translation>CPU 后端：以旧名称调用 Intel 的库。</translation>
    </message>
    <message>
        <source>On the CPU backend: calls Intel&apos;s library for GEMMs and convolutions.</source>
        <translation>CPU 后端：用 Intel 的库做矩阵乘法和卷积。</translation>
    </message>
    <message>
        <source>On the CPU backend: calls Intel&apos;s oneDNN library for GEMMs through the native call interface.</source>
        <translation>CPU 后端：经原生调用接口用 Intel 的 oneDNN 库做矩阵乘法。</translation>
    </message>
    <message>
        <source>On the CPU backend: calls the Arm Compute Library.</source>
        <translation>CPU 后端：调用 Arm Compute Library。</translation>
    </message>
    <message>
        <source>On the CPU backend: comparisons may lose not-a-number inputs.</source>
        <translation>CPU 后端：比较可以不处理 NaN 输入。</translation>
    </message>
    <message>
        <source>On the CPU backend: derives block shapes of a fusion from its neighbours.</source>
        <translation>CPU 后端：由相邻融合推出一个融合的块形状。</translation>
    </message>
    <message>
        <source>On the CPU backend: freed buffers early in an abandoned code path.</source>
        <translation>CPU 后端：在已放弃的代码路径中提前释放缓冲。</translation>
    </message>
    <message>
        <source>On the CPU backend: generates fused loops through MLIR.</source>
        <translation>CPU 后端：经由 MLIR 生成融合循环。</translation>
    </message>
    <message>
        <source>On the CPU backend: how eagerly operations were collected into one XNNPACK call.</source>
        <translation>CPU 后端：多积极地把操作收进一次 XNNPACK 调用。</translation>
    </message>
    <message>
        <source>On the CPU backend: how often generated code is checked for well-formedness.</source>
        <translation>CPU 后端：多频繁地检查生成代码的格式是否正确。</translation>
    </message>
    <message>
        <source>On the CPU backend: into how many pieces the generated code is split for compilation on several threads.</source>
        <translation>CPU 后端：生成代码切成多少块在几个线程上编译。</translation>
    </message>
    <message>
        <source>On the CPU backend: keeps fp16 GEMMs in fp16 instead of computing them in fp32.</source>
        <translation>CPU 后端：fp16 乘法就用 fp16 计算，而不是 fp32。</translation>
    </message>
    <message>
        <source>On the CPU backend: let Google&apos;s small-matrix library execute what it supports.</source>
        <translation>CPU 后端：让 Google 的小矩阵库执行它支持的部分。</translation>
    </message>
    <message>
        <source>On the CPU backend: library GEMMs use all threads instead of one.</source>
        <translation>CPU 后端：库的矩阵乘法使用全部线程而不是一个。</translation>
    </message>
    <message>
        <source>On the CPU backend: lists the patterns that Google&apos;s XNNPACK library takes over.</source>
        <translation>CPU 后端：列出由 Google 的 XNNPACK 库接管的模式。</translation>
    </message>
    <message>
        <source>On the CPU backend: lists the patterns that Intel&apos;s oneDNN library takes over.</source>
        <translation>CPU 后端：列出由 Intel 的 oneDNN 库接管的模式。</translation>
    </message>
    <message>
        <source>On the CPU backend: lists the patterns that the YNNPACK library takes over.</source>
        <translation>CPU 后端：列出由 YNNPACK 库接管的模式。</translation>
    </message>
    <message>
        <source>On the CPU backend: marks every operation in profiler traces.</source>
        <translation>CPU 后端：在性能剖析轨迹中标记每个操作。</translation>
    </message>
    <message>
        <source>On the CPU backend: moved fused loops into functions in an abandoned code path.</source>
        <translation>CPU 后端：在已放弃的代码路径中把融合循环移入函数。</translation>
    </message>
    <message>
        <source>On the CPU backend: newest instruction set (AVX2, AVX512, AMX …) that generated code may use.</source>
        <translation>CPU 后端：生成代码可以使用的最新指令集（AVX2、AVX512、AMX …）。</translation>
    </message>
    <message>
        <source>On the CPU backend: one choice that favours fast programs or fast compilation.</source>
        <translation>CPU 后端：一个选项，偏向快的程序或快的编译。</translation>
    </message>
    <message>
        <source>On the CPU backend: orders operations for least memory or for most independent work.</source>
        <translation>CPU 后端：按最少内存或最多独立工作给操作排序。</translation>
    </message>
    <message>
        <source>On the CPU backend: orders operations so that independent ones can run on several threads, holding more temporaries.</source>
        <translation>CPU 后端：给操作排序，使互不相关的可在几个线程上运行，临时缓冲更多。</translation>
    </message>
    <message>
        <source>On the CPU backend: overall time allowed for one collective between processes.</source>
        <translation>CPU 后端：进程间一次集合通信允许的总时间。</translation>
    </message>
    <message>
        <source>On the CPU backend: runs the program as a list of steps instead of one compiled function; always so now.</source>
        <translation>CPU 后端：把程序作为步骤列表运行，而不是一个编译函数；现在总是如此。</translation>
    </message>
    <message>
        <source>On the CPU backend: seconds until a participant that waits for the others ends the process.</source>
        <translation>CPU 后端：等待其他成员的一方在这么多秒后终止进程。</translation>
    </message>
    <message>
        <source>On the CPU backend: seconds until a participant that waits for the others logs a warning.</source>
        <translation>CPU 后端：等待其他成员的一方在这么多秒后写一条警告。</translation>
    </message>
    <message>
        <source>On the CPU backend: selected an abandoned executor.</source>
        <translation>CPU 后端：选择已放弃的执行器。</translation>
    </message>
    <message>
        <source>On the CPU backend: treats the tiniest numbers as zero.</source>
        <translation>CPU 后端：把极小的数当作零。</translation>
    </message>
    <message>
        <source>On the CPU backend: used hand-set block sizes in an abandoned matrix code path.</source>
        <translation>CPU 后端：在已放弃的矩阵代码路径中使用手工设定的块大小。</translation>
    </message>
    <message>
        <source>On the CPU backend: uses the processor&apos;s approximations for functions such as exp, so results differ between machines.</source>
        <translation>CPU 后端：exp 之类的函数用处理器自带的近似，因此各机器结果不同。</translation>
    </message>
    <message>
        <source>On, a moved source line counts as a different program and is compiled again.</source>
        <translation>打开后，源代码行移动也算作不同的程序而重新编译。</translation>
    </message>
    <message>
        <source>One host compiles and sends the result to the others, so that all run identical code and the compile farm is spared.</source>
        <translation>由一台主机编译并把结果发给其他主机，使大家运行相同的代码，也减轻编译负担。</translation>
    </message>
    <message>
        <source>Only compiled programs of at least this size are stored on disk.</source>
        <translation>只有至少这么大的已编译程序才存到磁盘。</translation>
    </message>
    <message>
        <source>Only programs that took at least this long to compile are stored on disk.</source>
        <translation>只有编译至少用了这么久的程序才存到磁盘。</translation>
    </message>
    <message>
        <source>Order inside a recorded CUDA graph: strictly serial, as parallel as the data allows, or following the latency hiding schedule.</source>
        <translation>录制的 CUDA 图内部的次序：严格串行、在数据允许时尽量并行，或按延迟隐藏的调度。</translation>
    </message>
    <message>
        <source>Overall effort of the code generator, 0 to 3; lower compiles faster and runs slower.</source>
        <translation>代码生成器的总体力度，0 到 3；越低编译越快、运行越慢。</translation>
    </message>
    <message>
        <source>Own setting until 0.4.19; from 0.4.20 an alias that rewrites xla_gpu_enable_command_buffer (1=FUSION 2=+CUBLAS 3=+CUDNN).</source>
        <translation>到 0.4.19 为止是独立设置；自 0.4.20 起是别名，改写 xla_gpu_enable_command_buffer（1=FUSION 2=+CUBLAS 3=+CUDNN）。</translation>
    </message>
    <message>
        <source>Pads unequal token counts to the largest and sends them as a dense all-to-all.</source>
        <translation>把不等数量的 token 填充到最大，作为稠密的 all-to-all 交换。</translation>
    </message>
    <message>
        <source>Part of source metadata in HLO.</source>
        <translation>HLO 中源代码元数据的一部分。</translation>
    </message>
    <message>
        <source>Passes raw options to the assembler that turns PTX into machine code.</source>
        <translation>把原始选项传给把 PTX 变成机器码的汇编器。</translation>
    </message>
    <message>
        <source>Percent. Also used by the heuristic collective combiner since 0.4.35 (only behind xla_gpu_experimental_enable_heuristic_collective_combining since 0.7.0).</source>
        <translation>百分比。自 0.4.35 起启发式集合通信合并器也用它（自 0.7.0 起仅在 xla_gpu_experimental_enable_heuristic_collective_combining 之后）。</translation>
    </message>
    <message>
        <source>Permits code that asks XLA for a platform without naming one.</source>
        <translation>允许代码向 XLA 要一个平台而不指明是哪一个。</translation>
    </message>
    <message>
        <source>Permits uneven expert all-to-all to run as many NCCL point-to-point pairs where no faster kernel applies.</source>
        <translation>没有更快的内核可用时，允许不等长的专家 token 交换以许多 NCCL 点对点传输进行。</translation>
    </message>
    <message>
        <source>Permits plain copies between host buffers although computation on the host is forbidden.</source>
        <translation>禁止在主机上计算时，仍允许主机缓冲之间的普通复制。</translation>
    </message>
    <message>
        <source>Permits symmetric memory windows, on which NCCL&apos;s newest kernels work.</source>
        <translation>允许对称内存窗口，NCCL 最新的内核在其上工作。</translation>
    </message>
    <message>
        <source>Picks Triton tile shapes for GEMMs from the cost model when nothing was timed.</source>
        <translation>没有计时的时候，由代价模型选择矩阵乘法的 Triton tile 形状。</translation>
    </message>
    <message>
        <source>Picks the registered communication backend by name (for example nccl); a name that is not registered crashes the first step.</source>
        <translation>按名称选择已注册的通信后端（例如 nccl）；名称未注册会使第一步崩溃。</translation>
    </message>
    <message>
        <source>Pinned host pool limit; relevant to host offload.</source>
        <translation>锁页主机内存池的上限；与主机卸载有关。</translation>
    </message>
    <message>
        <source>Pins the host pool at start instead of piece by piece, which avoids slow page pinning during the first steps.</source>
        <translation>启动时一次锁定主机内存池而不是逐块锁定，避免开头几步缓慢的页锁定。</translation>
    </message>
    <message>
        <source>Places the start of each collective at the first legal point instead of where the cost model balances it, which lengthens buffer lifetimes.</source>
        <translation>每个集合通信都在最早合法处开始，而不在代价模型平衡之处，缓冲因此存活更久。</translation>
    </message>
    <message>
        <source>Points at a text file of cuDNN convolution algorithms that autotuning must skip, for example one that returns wrong results on your driver.</source>
        <translation>指向一个文本文件，列出自动调优须跳过的 cuDNN 卷积算法，例如在你的驱动上结果有误的。</translation>
    </message>
    <message>
        <source>Pool used with xla_gpu_enable_nccl_user_buffers; 0 = grow on demand.</source>
        <translation>与 xla_gpu_enable_nccl_user_buffers 同用的池；0 表示按需增长。</translation>
    </message>
    <message>
        <source>Prints how long each compiler pass took.</source>
        <translation>打印每个编译遍用了多久。</translation>
    </message>
    <message>
        <source>Prints the Python call stack of each operation inside text dumps.</source>
        <translation>在文本转储中打印每个操作的 Python 调用栈。</translation>
    </message>
    <message>
        <source>Prints the smallest and largest value of kernel outputs while the step runs.</source>
        <translation>运行时打印内核输出的最小值和最大值。</translation>
    </message>
    <message>
        <source>Prints what NCCL does; INFO shows chosen networks, rings and whether NVLS and GPU-direct are active.</source>
        <translation>打印 NCCL 的行为；INFO 会显示所选网络、环，以及 NVLS 和 GPU 直连是否启用。</translation>
    </message>
    <message>
        <source>GEMMs with fewer elements than this stay inside ordinary fusions instead of becoming library calls.</source>
        <translation>元素少于此数的乘法留在普通融合里，不成为库调用。</translation>
    </message>
    <message>
        <source>Put a barrier around the expert all-to-all kernel that writes into remote memory.</source>
        <translation>在写入远端显存的专家交换内核前后加上屏障。</translation>
    </message>
    <message>
        <source>Puts the files of each program into separate folders.</source>
        <translation>每个程序的文件放进各自的文件夹。</translation>
    </message>
    <message>
        <source>PyTorch 2.9 warns about the CUDA name and yet takes expandable_segments for CUDA from that name alone (pytorch issue 183387); set both there.</source>
        <translation>PyTorch 2.9 对 CUDA 的名称发出警告，却只从那个名称读取 CUDA 的 expandable_segments（pytorch issue 183387）；在那里两个都设。</translation>
    </message>
    <message>
        <source>Queue pairs per connection; more spread a large message over several network paths.</source>
        <translation>每个连接的队列对数；多一些可把大消息分到几条网络路径。</translation>
    </message>
    <message>
        <source>Races every legal Triton tile shape instead of a short list; compilation becomes many times longer for at best a few per cent.</source>
        <translation>所有合法的 Triton tile 形状都参加竞速，而不是一个短名单；编译时间长许多倍，最多快百分之几。</translation>
    </message>
    <message>
        <source>Ran expert all-to-all on a separate stream during computation; since jaxlib 0.4.27 that is always so unless listed as disabled.</source>
        <translation>让专家 token 交换在自己的流上与计算并行；自 jaxlib 0.4.27 起总是如此，除非列为禁用。</translation>
    </message>
    <message>
        <source>Ran one-to-all copies on a separate stream during computation; since jaxlib 0.4.27 that is always so unless listed as disabled.</source>
        <translation>让一对多的复制在自己的流上与计算并行；自 jaxlib 0.4.27 起总是如此，除非列为禁用。</translation>
    </message>
    <message>
        <source>Ran the kernel race at another point of compilation; lasted for one release.</source>
        <translation>让内核竞速在编译的另一处进行；只存在于一个版本。</translation>
    </message>
    <message>
        <source>Ran the kernel race in a new unified compiler pass while the old one was being replaced.</source>
        <translation>在替换旧遍期间，让内核竞速在新的统一编译遍中进行。</translation>
    </message>
    <message>
        <source>Reads XLA_FLAGS again before the next compilation, so that a notebook can change it.</source>
        <translation>下次编译前重新读取 XLA_FLAGS，使笔记本可以修改它。</translation>
    </message>
    <message>
        <source>Reads winners of an earlier kernel race from a file, so that compilation skips the timing and all ranks use equal kernels.</source>
        <translation>从文件读取先前内核竞速的胜者，使编译跳过计时，所有 rank 用相同的内核。</translation>
    </message>
    <message>
        <source>Rearranges filters of 8-bit convolutions so that cuDNN&apos;s fastest integer kernels apply.</source>
        <translation>重排 8 位卷积的滤波器，使 cuDNN 最快的整数内核可用。</translation>
    </message>
    <message>
        <source>Recommended on MI300X for RCCL until firmware 177 of the MEC (ROCm 6.4.3).</source>
        <translation>在 MI300X 上建议为 RCCL 设置，直到 MEC 固件 177（ROCm 6.4.3）。</translation>
    </message>
    <message>
        <source>Records an event at the start of each collective as well, so that its duration is known.</source>
        <translation>在每次集合通信开始时也记录一个事件，从而知道它的时长。</translation>
    </message>
    <message>
        <source>Records checksums of the data going into and out of chosen execution steps, to find where two runs diverge.</source>
        <translation>记录选定执行步骤输入和输出数据的校验和，找出两次运行在哪里分岔。</translation>
    </message>
    <message>
        <source>Redirects already formed fusions to the Triton emitter where it can tile them.</source>
        <translation>已形成的融合，凡能分块的都改由 Triton 发射器生成。</translation>
    </message>
    <message>
        <source>Reductions below this size use a variant tuned for few bytes, which pays mostly when serving a model; -1 leaves it off.</source>
        <translation>小于此大小的归约改用为小数据调优的变体，主要在推理服务时有用；-1 表示关闭。</translation>
    </message>
    <message>
        <source>Refuses a generated kernel that ran out of registers and would keep values in slow local memory.</source>
        <translation>拒绝用尽寄存器、会把值放在慢速本地存储里的生成内核。</translation>
    </message>
    <message>
        <source>Refuses programs that call native functions other than the listed ones.</source>
        <translation>拒绝调用未列出的原生函数的程序。</translation>
    </message>
    <message>
        <source>Refuses to compile when the compiler would move arithmetic to the CPU because its data already lies there.</source>
        <translation>编译器因数据已在 CPU 而要把计算移到 CPU 时，拒绝编译。</translation>
    </message>
    <message>
        <source>Refuses to compile when the loaded file of kernel-race winners misses an entry, instead of timing it anew.</source>
        <translation>载入的内核竞速胜者文件缺少某项时拒绝编译，而不重新计时。</translation>
    </message>
    <message>
        <source>Registered in open XLA, acted on only by TPU backend.</source>
        <translation>在开源 XLA 中注册，只有 TPU 后端会用到。</translation>
    </message>
    <message>
        <source>Registers buffers automatically when collectives are recorded into a CUDA graph.</source>
        <translation>把集合通信录入 CUDA 图时自动注册缓冲。</translation>
    </message>
    <message>
        <source>Registers buffers with NCCL where they already lie, instead of moving them to a separate collective memory pool.</source>
        <translation>就在缓冲原来的位置向 NCCL 注册，而不移到单独的集合通信内存池。</translation>
    </message>
    <message>
        <source>Remembers the last kernels in flight so that a hung step can be blamed on one of them; the number is how many are reported.</source>
        <translation>记住最后在途的内核，使挂起的一步可归咎于其中之一；数值是报告多少个。</translation>
    </message>
    <message>
        <source>Removed pairs of float casts even where that changes rounding; the general excess-precision switch replaced it.</source>
        <translation>去掉成对的浮点转换，即使会改变舍入；已由通用的多余精度开关取代。</translation>
    </message>
    <message>
        <source>Removed with the custom kernel fusion autotuner; no substitute flag. For the dynamic-update-slice use see xla_gpu_enable_dynamic_slice_fusion (former xla_gpu_enable_address_computation_fusion).</source>
        <translation>与自定义内核融合自动调优器一同移除；没有替代标志。动态更新切片的用途请见 xla_gpu_enable_dynamic_slice_fusion（原 xla_gpu_enable_address_computation_fusion）。</translation>
    </message>
    <message>
        <source>Repeated every collective this many times to see how the step reacts to a slower network; the numerical results become wrong.</source>
        <translation>把每次集合通信重复这么多次，看一步对更慢的网络有何反应；数值结果会变错。</translation>
    </message>
    <message>
        <source>Repeated the pipelining of loop collectives after memory layouts were fixed.</source>
        <translation>存储布局确定之后，再做一次循环集合通信的流水化。</translation>
    </message>
    <message>
        <source>Replaces native calls such as cuBLAS by empty ones, so that only the surrounding program is timed.</source>
        <translation>把 cuBLAS 等原生调用换成空调用，只给周围的程序计时。</translation>
    </message>
    <message>
        <source>Replaces or refuses kernels whose result depends on thread order, but keeps the kernel race, unlike full determinism.</source>
        <translation>替换或拒绝结果依赖线程次序的内核，但保留内核竞速，与完全确定不同。</translation>
    </message>
    <message>
        <source>Replaces recognised layer normalisation arithmetic by one cuDNN call.</source>
        <translation>把识别出的层归一化换成一次 cuDNN 调用。</translation>
    </message>
    <message>
        <source>Replaces slicing one shard out of a distributed tensor by a copy from its owner to all.</source>
        <translation>从分布的张量切出一个分片，改为由其持有者向所有设备复制。</translation>
    </message>
    <message>
        <source>Replaces small reductions by a gather followed by a local sum, which saves a round trip at the price of more bytes.</source>
        <translation>把小的归约换成收集加本地求和，省一次往返，代价是更多字节。</translation>
    </message>
    <message>
        <source>Replaces the generated LLVM code of a matching module by the text of a file.</source>
        <translation>把相符模块的生成 LLVM 代码换成文件中的文本。</translation>
    </message>
    <message>
        <source>Replaces the generated PTX of a matching module by the text of a file.</source>
        <translation>把相符模块的生成 PTX 换成文件中的文本。</translation>
    </message>
    <message>
        <source>Reports which rank is late when a collective times out.</source>
        <translation>集合通信超时时，报告哪个 rank 落后。</translation>
    </message>
    <message>
        <source>Restricts dumps to programs whose name matches, for example the train step alone.</source>
        <translation>只转储名称相符的程序，例如单独的训练步。</translation>
    </message>
    <message>
        <source>Restricts run-time buffer checks to execution steps whose profiler label matches a regular expression.</source>
        <translation>运行时缓冲检查只限于剖析标签与正则表达式相符的执行步骤。</translation>
    </message>
    <message>
        <source>Restricts run-time buffer checks to execution steps with these numbers.</source>
        <translation>运行时缓冲检查只限于这些编号的执行步骤。</translation>
    </message>
    <message>
        <source>Restricts step-by-step dumps to the named groups of compiler steps.</source>
        <translation>逐步转储只限于指名的编译步骤组。</translation>
    </message>
    <message>
        <source>Returns from an NCCL call before the device has finished, so that the host can enqueue more work.</source>
        <translation>设备完成之前就从 NCCL 调用返回，使主机可以继续排入工作。</translation>
    </message>
    <message>
        <source>Reuses CUDA events between collectives instead of creating one each time.</source>
        <translation>在集合通信之间重用 CUDA 事件，而不是每次新建。</translation>
    </message>
    <message>
        <source>Rewrites scatter additions as sorted, ordered ones so that repeated runs give equal bits.</source>
        <translation>把散布加改写为排好序的有序加法，使重复运行逐位相同。</translation>
    </message>
    <message>
        <source>Rewrote all tensors to row-major logical shapes before fusion.</source>
        <translation>在融合之前把所有张量改写为行主序的逻辑形状。</translation>
    </message>
    <message>
        <source>Rewrote one large reduction into a reduce-scatter inside a group and a smaller reduction across groups where that sends fewer bytes.</source>
        <translation>字节更少时，把一次大的归约改写为组内的 reduce-scatter 加跨组的较小归约。</translation>
    </message>
    <message>
        <source>Runs chosen device copies during computation instead of in line with it.</source>
        <translation>让选定的设备复制与计算并行，而不在其间排队。</translation>
    </message>
    <message>
        <source>Runs fp32 GEMMs that state no algorithm on bf16 inputs with fp32 accumulation: several times faster, with bf16 rounding of the operands.</source>
        <translation>没有指明算法的 fp32 矩阵乘法改用 bf16 输入、fp32 累加：快几倍，操作数按 bf16 舍入。</translation>
    </message>
    <message>
        <source>Runs no optimisation at all, which breaks most programs; useful only to rerun an already optimised dump.</source>
        <translation>完全不做优化，多数程序会因此失败；只用于重跑已优化的转储。</translation>
    </message>
    <message>
        <source>Runs only the named compiler steps; the others are left out, which most programs do not survive.</source>
        <translation>只运行指名的编译步骤；其余略去，多数程序承受不了。</translation>
    </message>
    <message>
        <source>Runs the ragged all-to-all as one kernel that drives the network from the device.</source>
        <translation>不等数量 token 的交换用一个从设备驱动网络的内核完成。</translation>
    </message>
    <message>
        <source>Runs the GEMMs of token groups with their experts&apos; weights as one library call for all groups, instead of masking a full-size GEMM.</source>
        <translation>数量不等的 token 组与各自专家权重的乘法，合成一次库调用，而不是对完整乘法加掩码。</translation>
    </message>
    <message>
        <source>SMs that a backward normalization leaves to a collective alongside it.</source>
        <translation>反向归一化留给旁边集合通信的 SM 数。</translation>
    </message>
    <message>
        <source>SMs that a forward normalization leaves to a collective alongside it.</source>
        <translation>前向归一化留给旁边集合通信的 SM 数。</translation>
    </message>
    <message>
        <source>Saved the program before optimisation together with its inputs at each execution; the same switch later lost its gpu prefix.</source>
        <translation>每次执行都连同输入保存优化前的程序；同一开关后来去掉了 gpu 前缀。</translation>
    </message>
    <message>
        <source>Saves the outputs of chosen execution steps to files while the program runs.</source>
        <translation>程序运行时，把选定执行步骤的输出存为文件。</translation>
    </message>
    <message>
        <source>Saves the program before optimisation with its input data at every execution.</source>
        <translation>每次执行都连同输入数据保存优化前的程序。</translation>
    </message>
    <message>
        <source>Saves the program with its input data at every execution, so that one step can be replayed.</source>
        <translation>每次执行都连同输入数据保存程序，可以重放一步。</translation>
    </message>
    <message>
        <source>Saves the winners of the kernel race, so that a later run can load them and skip the timing.</source>
        <translation>保存内核竞速的胜者，以后的运行可以载入而不必计时。</translation>
    </message>
    <message>
        <source>Says how sorting through CUB is prepared when the compiling machine has no GPU to ask.</source>
        <translation>编译机器没有 GPU 可问时，经 CUB 的排序如何准备。</translation>
    </message>
    <message>
        <source>Says when sizes of dynamically shaped programs are verified: never, while running, or only at compile time.</source>
        <translation>说明动态形状程序的大小何时核对：从不、运行时，或仅编译时。</translation>
    </message>
    <message>
        <source>Says whether the on-disk cache of kernel-race winners is only read or also extended by this run.</source>
        <translation>内核竞速胜者的磁盘缓存，在本次运行中只读还是也写入。</translation>
    </message>
    <message>
        <source>Says which kinds of NCCL traffic may be recorded into CUDA graphs once collectives are recorded at all.</source>
        <translation>允许录制集合通信时，哪些种类的 NCCL 通信可以录入 CUDA 图。</translation>
    </message>
    <message>
        <source>Scales the transfer rate that the compiler assumes when it decides what to fetch into on-chip memory ahead of use.</source>
        <translation>编译器决定提前把什么取到片上存储时所假设的传输速率，乘以此系数。</translation>
    </message>
    <message>
        <source>Seconds a rank waits for its peers to join a communicator before it aborts; -1 waits for ever.</source>
        <translation>rank 等待同伴加入通信器，超过这么多秒就中止；-1 表示一直等待。</translation>
    </message>
    <message>
        <source>Seconds after which a rank that waits for its local peers before a step aborts the process.</source>
        <translation>rank 在一步之前等待本地同伴，超过这么多秒就中止进程。</translation>
    </message>
    <message>
        <source>Seconds after which a rank that waits for its local peers writes a warning.</source>
        <translation>rank 等待本地同伴，超过这么多秒就写警告。</translation>
    </message>
    <message>
        <source>Seconds after which an unused CUDA graph was thrown away to free memory.</source>
        <translation>未使用的 CUDA 图超过这么多秒就丢弃，以释放显存。</translation>
    </message>
    <message>
        <source>Seconds after which the very first collective of a program warns that some rank has not arrived.</source>
        <translation>程序的第一次集合通信等待超过这么多秒，就警告有 rank 尚未到达。</translation>
    </message>
    <message>
        <source>Seconds after which the very first collective of a program, which waits for all ranks to set up NCCL, aborts the process.</source>
        <translation>程序的第一次集合通信要等所有 rank 建好 NCCL；超过这么多秒就中止进程。</translation>
    </message>
    <message>
        <source>Seconds without a sign of life from the watchdog after which the process is ended.</source>
        <translation>看门狗多少秒没有动静就结束进程。</translation>
    </message>
    <message>
        <source>Selected the older MLIR-based runtime for executing programs instead of thunks.</source>
        <translation>选择较旧的、基于 MLIR 的运行时执行程序，而不是 thunk。</translation>
    </message>
    <message>
        <source>Selects a different runtime client below JAX on GPUs.</source>
        <translation>选择 JAX 之下在 GPU 上使用的另一种运行时客户端。</translation>
    </message>
    <message>
        <source>Selects a rewritten pass that decides which neighbours join a GEMM.</source>
        <translation>选择重写过的编译遍，由它决定哪些相邻操作并入矩阵乘法。</translation>
    </message>
    <message>
        <source>Selects an experimental automatic way to distribute a program; off by default.</source>
        <translation>选择一种实验性的自动分布程序的方法；默认关闭。</translation>
    </message>
    <message>
        <source>Sends between GPUs of one host as plain device copies over NVLink instead of NCCL kernels, which frees SMs.</source>
        <translation>同一主机 GPU 之间的发送用经 NVLink 的普通设备复制代替 NCCL 内核，可腾出 SM。</translation>
    </message>
    <message>
        <source>Sends drawings of dumped programs to a web renderer, where one is linked in.</source>
        <translation>把转储程序的图发给网页渲染器，前提是已链接一个。</translation>
    </message>
    <message>
        <source>Sends GEMMs through cuBLASLt, which can add bias and activation inside the same kernel, instead of plain cuBLAS.</source>
        <translation>矩阵乘法经 cuBLASLt 进行，可在同一内核里加偏置和激活，代替普通的 cuBLAS。</translation>
    </message>
    <message>
        <source>Sent programs through an MLIR dialect before kernel generation.</source>
        <translation>在内核生成之前让程序经过一个 MLIR 方言。</translation>
    </message>
    <message>
        <source>Sent verbose messages to a file instead of standard error.</source>
        <translation>把详细消息写入文件，而不是标准错误。</translation>
    </message>
    <message>
        <source>Serves small and large, or ordinary and collective, buffers from opposite ends of one preallocated pool instead of keeping two pools.</source>
        <translation>小缓冲与大缓冲，或普通与集合通信的缓冲，从同一预分配池的两端取用，而不是保留两个池。</translation>
    </message>
    <message>
        <source>Service level of InfiniBand packets, by which a fabric separates traffic.</source>
        <translation>InfiniBand 数据包的服务级别，网络据此分隔流量。</translation>
    </message>
    <message>
        <source>Sets up connections when a pattern is first used instead of all at start, which saves memory and start-up time.</source>
        <translation>模式首次使用时才建立连接，而不是启动时全部建立，可省显存和启动时间。</translation>
    </message>
    <message>
        <source>Setting -2 is a no-op.</source>
        <translation>设为 -2 没有作用。</translation>
    </message>
    <message>
        <source>Setting false is a no-op since 0.4.35.</source>
        <translation>自 0.4.35 起，设为 false 没有作用。</translation>
    </message>
    <message>
        <source>Setting false is a no-op since 0.4.36.</source>
        <translation>自 0.4.36 起，设为 false 没有作用。</translation>
    </message>
    <message>
        <source>Setting true is a no-op since 0.4.16 (default true; already true at the unpublished 0.4.15 tag).</source>
        <translation>自 0.4.16 起，设为 true 没有作用（默认为 true；在未发布的 0.4.15 标签已是 true）。</translation>
    </message>
    <message>
        <source>Setting true is a no-op since 0.4.35. On XLA main 2026-08 a deprecated alias of xla_gpu_pipeline_reduce_scatter.</source>
        <translation>自 0.4.35 起，设为 true 没有作用。在 2026-08 的 XLA 主干上是 xla_gpu_pipeline_reduce_scatter 的已弃用别名。</translation>
    </message>
    <message>
        <source>Setting true is a no-op since 0.5.0.</source>
        <translation>自 0.5.0 起，设为 true 没有作用。</translation>
    </message>
    <message>
        <source>Setting true is a no-op since 0.5.1.</source>
        <translation>自 0.5.1 起，设为 true 没有作用。</translation>
    </message>
    <message>
        <source>Settings of PyTorch&apos;s GPU memory pool under the name that ROCm builds also read; the CUDA name works there as well.</source>
        <translation>PyTorch GPU 内存池的设置，用的是 ROCm 版本也读的名称；CUDA 的名称在那里同样有效。</translation>
    </message>
    <message>
        <source>Shows asynchronous operations in dumps and profiles under their plain name.</source>
        <translation>在转储和剖析中以普通名称显示异步操作。</translation>
    </message>
    <message>
        <source>Shows internal pointers in drawn programs.</source>
        <translation>在画出的程序中显示内部指针。</translation>
    </message>
    <message>
        <source>Since 0.5.1 a matching profile also turns LHS on.</source>
        <translation>自 0.5.1 起，相符的剖析也会启动延迟隐藏调度器。</translation>
    </message>
    <message>
        <source>Since 0.7.1 an alias that sets xla_gpu_command_buffer_scheduling_mode to CONCURRENT or SERIALIZE.</source>
        <translation>自 0.7.1 起是别名，把 xla_gpu_command_buffer_scheduling_mode 设为 CONCURRENT 或 SERIALIZE。</translation>
    </message>
    <message>
        <source>Since jax 0.4.24 JAX adds --xla_tpu_use_enhanced_launch_barrier=true on Cloud TPU machines unless the flag is named. Its content is part of the key of the compilation cache (0.11.0).</source>
        <translation>自 jax 0.4.24 起，若未写明此标志，JAX 会在 Cloud TPU 机器上加上 --xla_tpu_use_enhanced_launch_barrier=true。其内容是编译缓存键的一部分（0.11.0）。</translation>
    </message>
    <message>
        <source>Since jax 0.5.0 the profiled compile runs with command buffers off and the recompiled one with them on.</source>
        <translation>自 jax 0.5.0 起，被剖析的编译关闭命令缓冲，重新编译的则打开。</translation>
    </message>
    <message>
        <source>Size of the staging area of the third expert all-to-all backend.</source>
        <translation>第三种专家交换后端的中转区大小。</translation>
    </message>
    <message>
        <source>Skipped a rendezvous of local ranks before a collective when it was known to be unnecessary; accepted and ignored today.</source>
        <translation>已知不必要时，省去集合通信之前本地各 rank 的会合；如今接受但忽略。</translation>
    </message>
    <message>
        <source>Skips all compiler steps before the named one, to continue from a dump.</source>
        <translation>跳过指名步骤之前的所有编译步骤，从转储继续。</translation>
    </message>
    <message>
        <source>Skips the slowest LLVM optimisations, for faster compilation.</source>
        <translation>跳过最慢的 LLVM 优化，以加快编译。</translation>
    </message>
    <message>
        <source>Small GEMMs that share an operand are joined into one larger GEMM as long as the result stays below this many MB, which fills the chip better.</source>
        <translation>共用一个操作数的小矩阵乘法合成一个较大的 GEMM，只要结果小于这么多 MB，更能填满芯片。</translation>
    </message>
    <message>
        <source>Smallest number of kernels worth recording as one CUDA graph, under the name used up to jaxlib 0.4.13.</source>
        <translation>值得录成一个 CUDA 图的最少内核数，是 jaxlib 0.4.13 及以前所用的名称。</translation>
    </message>
    <message>
        <source>Sockets for each of those CPU threads; the product of both is what one connection opens.</source>
        <translation>其中每个 CPU 线程的套接字数；两者之积就是一个连接打开的数目。</translation>
    </message>
    <message>
        <source>Sorts plain arrays with NVIDIA&apos;s CUB library instead of a generated bitonic sort, which is much faster for long arrays.</source>
        <translation>用 NVIDIA 的 CUB 库给普通数组排序，代替生成的双调排序，长数组快得多。</translation>
    </message>
    <message>
        <source>Split generated code into parts that several host threads compiled at once.</source>
        <translation>把生成代码分成几部分，由几个主机线程同时编译。</translation>
    </message>
    <message>
        <source>Splits each all-reduce into a reduce-scatter inside the host, an all-reduce between hosts and a gather inside the host, so that the slow network carries only the already reduced share; below 1 nothing is split.</source>
        <translation>把每次 all-reduce 拆成主机内的 reduce-scatter、主机间的 all-reduce 和主机内的收集，使慢的网络只传已归约的份额；小于 1 则不拆。</translation>
    </message>
    <message>
        <source>Splits expert all-to-alls into a start and a done operation so that computation can run in between.</source>
        <translation>把专家交换拆成开始和完成两个操作，中间可以放计算。</translation>
    </message>
    <message>
        <source>Splits large reductions even where the compiler&apos;s estimate says that the split does not pay.</source>
        <translation>即使编译器自己估计拆分不划算，也拆分大的归约。</translation>
    </message>
    <message>
        <source>Splits temporary memory into several areas of about this size, which helps when free memory is fragmented.</source>
        <translation>把临时存储分成若干块，每块约这么大，空闲显存零碎时有用。</translation>
    </message>
    <message>
        <source>Splits the ragged all-to-all into a part inside each host and a part between hosts.</source>
        <translation>把不等数量 token 的交换拆成主机内和主机间两部分。</translation>
    </message>
    <message>
        <source>Spreads NCCL traffic over several CUDA streams so that independent collectives run at the same time.</source>
        <translation>把 NCCL 通信分到几条 CUDA 流，使互不相关的集合通信同时进行。</translation>
    </message>
    <message>
        <source>Spreads the start-up handshake of very large jobs over several root ranks, one per this many.</source>
        <translation>很大的作业启动握手时分摊到几个根 rank，每这么多个 rank 设一个。</translation>
    </message>
    <message>
        <source>Staging memory per channel of the bandwidth protocol: larger chunks for the same memory times the number of channels.</source>
        <translation>带宽协议每个通道的中转缓冲：块更大，占用为同样大小乘以通道数。</translation>
    </message>
    <message>
        <source>Still read. Newer xla_gpu_enable_while_loop_unrolling (since 0.4.34) wins if set to DOUBLE_BUFFER or FULL_UNROLL.</source>
        <translation>仍会读取。若较新的 xla_gpu_enable_while_loop_unrolling（自 0.4.34 起）设为 DOUBLE_BUFFER 或 FULL_UNROLL，则以后者为准。</translation>
    </message>
    <message>
        <source>Stopped compilation when the profile given to the scheduler missed instructions of the program.</source>
        <translation>给调度器的剖析缺少程序的指令时，停止编译。</translation>
    </message>
    <message>
        <source>Stops a TPU program when it computes a not-a-number value.</source>
        <translation>TPU 程序算出 NaN 时停止。</translation>
    </message>
    <message>
        <source>Stops a TPU program when it computes an infinity.</source>
        <translation>TPU 程序算出无穷大时停止。</translation>
    </message>
    <message>
        <source>Stops a compiler step after it has changed the program so many times, to find by bisection which change breaks a result.</source>
        <translation>编译步骤改动程序这么多次后就停，用二分法找出哪个改动破坏结果。</translation>
    </message>
    <message>
        <source>Stops after so many programs in one folder; negative for no limit.</source>
        <translation>一个文件夹里写够这么多程序就停；负数表示不限。</translation>
    </message>
    <message>
        <source>Stops compiling once the memory layouts of inputs and outputs are known, for tools that ask only for these.</source>
        <translation>一旦输入和输出的存储布局已知就停止编译，供只需要布局的工具使用。</translation>
    </message>
    <message>
        <source>Stops with an error when the on-disk store of programs cannot be used, instead of compiling silently.</source>
        <translation>磁盘上的程序存储无法使用时报错停止，而不是默默地编译。</translation>
    </message>
    <message>
        <source>Stores ready-made execution steps in a serialised executable so that loading it skips part of the compilation.</source>
        <translation>在序列化的可执行文件中存放现成的执行步骤，加载时省去部分编译。</translation>
    </message>
    <message>
        <source>Stores sub-byte operands packed along the summed dimension, so that a kernel reads whole bytes.</source>
        <translation>把不足一字节的操作数沿求和维打包存放，使内核读整字节。</translation>
    </message>
    <message>
        <source>Stores the predicted runtime of each fusion in the optimised program text, where it can be compared with a profile.</source>
        <translation>在优化后的程序文本里记下每个融合的预测耗时，可与性能剖析对照。</translation>
    </message>
    <message>
        <source>Sums small tensors across the GPUs of a host in one kernel over NVLink instead of an NCCL call, which cuts latency.</source>
        <translation>用一个经 NVLink 的内核对一台主机各 GPU 的小张量求和，代替 NCCL 调用，可降低延迟。</translation>
    </message>
    <message>
        <source>Sums written slice by slice into a loop&apos;s output buffer may move after the loop up to this size.</source>
        <translation>逐片写入循环输出缓冲的求和，不超过此大小时可移到循环之后。</translation>
    </message>
    <message>
        <source>Superseded by per-dot algorithm selection (JAX dot algorithm presets).</source>
        <translation>已由逐次乘法选择算法（JAX 的 dot algorithm 预设）取代。</translation>
    </message>
    <message>
        <source>Switch of an abandoned runtime for executing compiled programs.</source>
        <translation>执行已编译程序的一个已放弃运行时的开关。</translation>
    </message>
    <message>
        <source>Switch of an abandoned runtime that executed programs through a hardware abstraction layer.</source>
        <translation>已放弃的运行时的开关，它经硬件抽象层执行程序。</translation>
    </message>
    <message>
        <source>Switched kernel generation to the MLIR-based emitters before these got numbered levels.</source>
        <translation>在基于 MLIR 的发射器有编号级别之前，把内核生成切换到它们。</translation>
    </message>
    <message>
        <source>Synchronises ranks with an NCCL barrier around the expert all-to-all kernel.</source>
        <translation>在专家交换内核前后用 NCCL 屏障同步各 rank。</translation>
    </message>
    <message>
        <source>Tagged generated MLIR with the place in the compiler that produced it.</source>
        <translation>在生成的 MLIR 上标出编译器中产生它的位置。</translation>
    </message>
    <message>
        <source>Takes NCCL&apos;s buffers through CUDA&apos;s virtual memory interface, which registered user buffers and NVLS need.</source>
        <translation>经由 CUDA 的虚拟内存接口取得 NCCL 的缓冲，注册的用户缓冲区和 NVLS 需要它。</translation>
    </message>
    <message>
        <source>Takes over from the flag xla_allow_get_default_platform.</source>
        <translation>取代标志 xla_allow_get_default_platform。</translation>
    </message>
    <message>
        <source>Takes the device for one execution at a time, so that a CUDA graph need not be patched for concurrent callers.</source>
        <translation>一次只让一个执行占用设备，使 CUDA 图不必为并发的调用者修补。</translation>
    </message>
    <message>
        <source>Tells LLVM which buffers cannot overlap, so that it may reorder accesses.</source>
        <translation>告诉 LLVM 哪些缓冲不会重叠，使它可以重排访问。</translation>
    </message>
    <message>
        <source>Tells LLVM which data a kernel never changes, so that it can be cached.</source>
        <translation>告诉 LLVM 内核从不改变哪些数据，使其可以缓存。</translation>
    </message>
    <message>
        <source>Tells LLVM which pointers belong to which buffer.</source>
        <translation>告诉 LLVM 哪些指针属于哪个缓冲。</translation>
    </message>
    <message>
        <source>Tells the compiler how many devices share the NVLink domain, overriding what it detects.</source>
        <translation>告诉编译器多少个设备同属一个 NVLink 域，覆盖它检测到的结果。</translation>
    </message>
    <message>
        <source>Text file that fixes the kernel for named GEMMs, bypassing the timing race.</source>
        <translation>为指名的矩阵乘法固定内核的文本文件，绕过计时竞速。</translation>
    </message>
    <message>
        <source>The default is 30 MiB, with 7 extra bytes as a marker since 0.4.35, never 256.</source>
        <translation>默认为 30 MiB，自 0.4.35 起另加 7 字节作标记，从来不是 256。</translation>
    </message>
    <message>
        <source>The default is 30 MiB, with 7 extra bytes as a marker since 0.4.35, never 256. Since 0.4.35 any other value switches off the separate treatment of pipelined collectives and is used as it is.</source>
        <translation>默认为 30 MiB，自 0.4.35 起另加 7 字节作标记，从来不是 256。自 0.4.35 起，任何其他值都会关闭对流水化集合通信的单独处理，并照原样使用。</translation>
    </message>
    <message>
        <source>The same check for order-sensitive low-precision sums, done on the final program.</source>
        <translation>同样检查低精度且依赖次序的求和，在最终程序上进行。</translation>
    </message>
    <message>
        <source>The same settings of PyTorch&apos;s memory pool under the name of newer releases, which serves all accelerators.</source>
        <translation>PyTorch 显存池的同样设置，用较新版本的名称，适用于所有加速器。</translation>
    </message>
    <message>
        <source>The scheduler takes operation times from formulas about the chip instead of rough constants, and orders collectives by them.</source>
        <translation>调度器的操作时间取自关于芯片的公式，而不是粗略的常数，并据此安排集合通信。</translation>
    </message>
    <message>
        <source>The very first CUDA graph switch: record kernels once and replay them with a single launch.</source>
        <translation>最早的 CUDA 图开关：内核录制一次，之后一次启动即重放。</translation>
    </message>
    <message>
        <source>Threads per NCCL thread block.</source>
        <translation>每个 NCCL 线程块的线程数。</translation>
    </message>
    <message>
        <source>Times several values-per-thread settings for natively generated element-wise kernels.</source>
        <translation>对原生生成的逐元素内核，测时比较几种每线程值数的设置。</translation>
    </message>
    <message>
        <source>Times the native and the Triton version of a fusion against each other at compile time and keeps the faster.</source>
        <translation>编译时给一个融合的原生版与 Triton 版计时，保留更快的。</translation>
    </message>
    <message>
        <source>Took AMD&apos;s device library from inside the binary instead of from disk.</source>
        <translation>AMD 的设备库取自二进制内部，而不是磁盘。</translation>
    </message>
    <message>
        <source>Traffic class of RoCE and InfiniBand packets, by which switches choose a lossless queue.</source>
        <translation>RoCE 和 InfiniBand 数据包的流量类别，交换机据此选择无损队列。</translation>
    </message>
    <message>
        <source>Tries a third backend for the ragged all-to-all between experts, next to NCCL and the one-shot kernel.</source>
        <translation>对专家之间不等数量 token 的交换，在 NCCL 和单次内核之外试用第三种后端。</translation>
    </message>
    <message>
        <source>Turned GEMMs with one very thin operand into multiply-and-sum fusions, which read memory once and need no GEMM kernel.</source>
        <translation>把有一个很瘦操作数的矩阵乘法变成乘加融合，只读一次显存，不需要 GEMM 内核。</translation>
    </message>
    <message>
        <source>Turns a mismatch between candidate convolution results from a log line into an abort.</source>
        <translation>候选卷积结果不一致时，由写一行日志改为中止。</translation>
    </message>
    <message>
        <source>Turns very thin GEMMs into multiply-and-sum loops that need no matrix unit.</source>
        <translation>把很瘦的矩阵乘法变成不需要矩阵单元的乘加循环。</translation>
    </message>
    <message>
        <source>Unpacked 4-bit weights in a compiler pass before Triton kernel generation.</source>
        <translation>在生成 Triton 内核之前，用一个编译遍解开 4 位权重。</translation>
    </message>
    <message>
        <source>Upper bound on events that a profile on an AMD device keeps.</source>
        <translation>AMD 设备上的剖析最多保留的事件数。</translation>
    </message>
    <message>
        <source>Upper bound per device that the automatic sharding search must respect; programs that state their own sharding never run that search.</source>
        <translation>自动分片搜索须遵守的每设备上限；自己写明分片的程序不会运行该搜索。</translation>
    </message>
    <message>
        <source>Used Hopper&apos;s matrix instructions in Triton kernels while that was still experimental.</source>
        <translation>在 Hopper 自己的矩阵指令尚属实验时，在 Triton 内核中使用它们。</translation>
    </message>
    <message>
        <source>Uses a finer look at which values overlap in time, so that fewer defensive copies of loop state end up in the program.</source>
        <translation>更细地判断哪些值在时间上重叠，使循环状态的防御性复制更少进入程序。</translation>
    </message>
    <message>
        <source>Uses a newer internal description of how tensors are distributed, with mesh and axis names.</source>
        <translation>用较新的内部描述表示张量如何分布，带网格和轴名。</translation>
    </message>
    <message>
        <source>Values of CUDA builds.</source>
        <translation>CUDA 构建的取值。</translation>
    </message>
    <message>
        <source>Verifies that what was read from disk matches the program before using it.</source>
        <translation>使用之前，核对从磁盘读到的内容与程序相符。</translation>
    </message>
    <message>
        <source>WARN by default; ERROR stops compilation when the profile misses instructions.</source>
        <translation>默认 WARN；ERROR 在剖析缺少指令时停止编译。</translation>
    </message>
    <message>
        <source>Waits inside each NCCL set-up call; off, the host polls and can abort a stuck communicator.</source>
        <translation>每次 NCCL 建立调用都在内部等待；关闭则由主机轮询，可以中止卡住的通信器。</translation>
    </message>
    <message>
        <source>Warns about, dumps or refuses sums in low precision whose order could change the result.</source>
        <translation>对低精度、次序可能改变结果的求和，给出警告、转储或拒绝。</translation>
    </message>
    <message>
        <source>What PyTorch does when NCCL fails or hangs: nothing, abort and exit, abort only, or exit only.</source>
        <translation>NCCL 失败或挂起时 PyTorch 的做法：什么也不做、中止并退出、只中止，或只退出。</translation>
    </message>
    <message>
        <source>When no budget in GB is given, automatic sharding may use this multiple of the smallest footprint it has estimated.</source>
        <translation>没有以 GB 给出预算时，自动分片可以使用其估计的最小占用的这一倍数。</translation>
    </message>
    <message>
        <source>Where a profile marks the beginning of a training step: at program entry or at a loop iteration.</source>
        <translation>剖析把训练步的开始标在哪里：程序入口，或循环的一轮。</translation>
    </message>
    <message>
        <source>Where the processes of a job find each other when no scheduler such as SLURM tells them.</source>
        <translation>没有 SLURM 之类的调度器告知时，作业的各进程在哪里找到彼此。</translation>
    </message>
    <message>
        <source>Whether Hugging Face tokenizers use several CPU threads; unset, they stop doing so with a warning when a data loader forks.</source>
        <translation>Hugging Face 的分词器是否使用多个 CPU 线程；不设时，数据加载器 fork 之后会发出警告并停用。</translation>
    </message>
    <message>
        <source>Whether the network card also reads GPU memory directly when it sends, and not only writes it on arrival.</source>
        <translation>网卡在发送时是否也直接读 GPU 显存，而不只是在到达时写入。</translation>
    </message>
    <message>
        <source>Which GPUs the process sees, in this order.</source>
        <translation>进程能看到哪些 GPU，按此次序。</translation>
    </message>
    <message>
        <source>Which backends JAX may start, first choice first; a missing one is an error instead of a silent fall back to CPU.</source>
        <translation>JAX 可以启动哪些后端，首选在前；缺少的会报错，而不是默默退回 CPU。</translation>
    </message>
    <message>
        <source>Which libfabric driver is used; efa on Amazon&apos;s network, where tcp would be many times slower.</source>
        <translation>使用哪个 libfabric 驱动；在 Amazon 的网络上是 efa，tcp 在那里会慢很多倍。</translation>
    </message>
    <message>
        <source>Which local GPUs this process drives, in place of JAX&apos;s choice.</source>
        <translation>此进程驱动哪些本地 GPU，替代 JAX 自己的选择。</translation>
    </message>
    <message>
        <source>Which parts of NCCL the debug output covers.</source>
        <translation>调试输出包括 NCCL 的哪些部分。</translation>
    </message>
    <message>
        <source>Which shared library for another network NCCL loads; none keeps it to what is built in.</source>
        <translation>NCCL 为其他网络加载哪个共享库；none 使它只用内置的网络。</translation>
    </message>
    <message>
        <source>Wraps matrix multiplications so that independent ones may run at the same time on separate CUDA streams instead of one after the other.</source>
        <translation>包装矩阵乘法，使互不相关的可在不同的 CUDA 流上同时运行，而不是一个接一个。</translation>
    </message>
    <message>
        <source>Writes MLIR dumps for people; off, for tools that parse them.</source>
        <translation>MLIR 转储写成供人阅读的形式；关闭则供工具解析。</translation>
    </message>
    <message>
        <source>Writes a web page that shows step by step how operations were merged into kernels.</source>
        <translation>写出一个网页，逐步显示操作如何合并成内核。</translation>
    </message>
    <message>
        <source>Writes device groups of collectives out as explicit lists where a newer compact form is not understood.</source>
        <translation>在不认识较新紧凑形式的地方，把集合通信的设备组写成显式列表。</translation>
    </message>
    <message>
        <source>Writes dumped programs in a chunked record format for very large files.</source>
        <translation>对很大的文件，以分块记录格式写出转储的程序。</translation>
    </message>
    <message>
        <source>Writes dumped programs in binary form, readable by the offline tools.</source>
        <translation>以二进制形式写出转储的程序，供离线工具读取。</translation>
    </message>
    <message>
        <source>Writes dumped programs with full operand shapes; only together with text dumps.</source>
        <translation>以完整的操作数形状写出转储的程序；只与文本转储同用。</translation>
    </message>
    <message>
        <source>Writes each timed GEMM fusion with the tiling that won as program text into the dump folder.</source>
        <translation>把每个计时过的矩阵乘法融合连同胜出的分块，以程序文本写入转储文件夹。</translation>
    </message>
    <message>
        <source>Writes every instruction that went through the kernel race to the dump folder.</source>
        <translation>把经过内核竞速的每条指令写入转储文件夹。</translation>
    </message>
    <message>
        <source>Writes loops of known length into the CUDA graph iteration by iteration, so that the whole loop launches at once; the graph grows with the trip count.</source>
        <translation>把已知长度的循环逐轮写入 CUDA 图，使整个循环一次启动；图随轮数变大。</translation>
    </message>
    <message>
        <source>Writes names, ids and pass times of each program next to its dump.</source>
        <translation>在每个程序的转储旁写出其名称、编号和各编译遍的时间。</translation>
    </message>
    <message>
        <source>Writes the LLVM intermediate code of generated kernels next to the other dump files.</source>
        <translation>把生成内核的 LLVM 中间代码写在其他转储文件旁。</translation>
    </message>
    <message>
        <source>Writes the cache of kernel-race winners in a newer file layout.</source>
        <translation>以较新的文件布局写内核竞速胜者的缓存。</translation>
    </message>
    <message>
        <source>Writes the profile that guided the scheduler as text to the dump folder, so that it can be read and compared.</source>
        <translation>把引导调度器的剖析以文本写入转储文件夹，便于阅读和比较。</translation>
    </message>
    <message>
        <source>Writes the program before and after optimisation as readable text, the first thing to read when a flag seems to do nothing.</source>
        <translation>把优化前后的程序写成可读文本；标志似乎不起作用时，首先该读它。</translation>
    </message>
    <message>
        <source>Writes the recorded history of collectives to a file when the watchdog gives up.</source>
        <translation>看门狗放弃时，把记录下来的集合通信历史写入文件。</translation>
    </message>
    <message>
        <source>Writes the serialised executable to the dump folder.</source>
        <translation>把序列化的可执行文件写入转储文件夹。</translation>
    </message>
    <message>
        <source>Writes the times of all kernels that were raced during compilation to a file.</source>
        <translation>把编译期间竞速过的所有内核的时间写入文件。</translation>
    </message>
    <message>
        <source>Writes the values of big constants into text dumps instead of an ellipsis.</source>
        <translation>在文本转储中写出大常量的值，而不是省略号。</translation>
    </message>
    <message>
        <source>Writes tuple accesses in dumps in a shorter form.</source>
        <translation>在转储中以较短的形式写出元组访问。</translation>
    </message>
    <message>
        <source>Wrote each timed Triton kernel to the dump folder, under the name used up to jaxlib 0.4.26.</source>
        <translation>把每个计时的 Triton 内核写入转储文件夹，是 jaxlib 0.4.26 及以前所用的名称。</translation>
    </message>
</context>
<context>
    <name>model/flagSets</name>
    <message>
        <source>80 MiB of scoped vector memory, MaxText&apos;s value for mixture-of-experts models on v6e.</source>
        <translation>80 MiB 的 scoped 向量存储，MaxText 在 v6e 上对混合专家模型所用的值。</translation>
    </message>
    <message>
        <source>96 MiB of scoped vector memory, MaxText&apos;s value for dense models on v6e.</source>
        <translation>96 MiB 的 scoped 向量存储，MaxText 在 v6e 上对稠密模型所用的值。</translation>
    </message>
    <message>
        <source>All three collectives on the SparseCore (TPU7x; a trial on v6e).</source>
        <translation>三种集合通信都在 SparseCore 上（TPU7x；v6e 上属试验）。</translation>
    </message>
    <message>
        <source>Computes everything twice to find faulty chips; a step takes about six times as long.</source>
        <translation>每样都算两遍以找出有故障的芯片；一步的时间约为六倍。</translation>
    </message>
    <message>
        <source>Continuation fusion with asynchronous sums and fused gathers (v5p, v6e).</source>
        <translation>延续融合，求和异步、收集融合（v5p、v6e）。</translation>
    </message>
    <message>
        <source>Continuation fusion: gradient sums run inside computation kernels on the TensorCore (v5p, v6e).</source>
        <translation>延续融合：梯度求和在 TensorCore 的计算内核之中运行（v5p、v6e）。</translation>
    </message>
    <message>
        <source>Continuation fusion: weight gathers run inside computation kernels on the TensorCore (v5p, v6e).</source>
        <translation>延续融合：权重收集在 TensorCore 的计算内核之中运行（v5p、v6e）。</translation>
    </message>
    <message>
        <source>Gradient sums between slices overlap with the backward pass.</source>
        <translation>切片之间的梯度求和藏在反向之后。</translation>
    </message>
    <message>
        <source>Gradient sums on the SparseCore (TPU7x; a trial on v6e).</source>
        <translation>梯度求和在 SparseCore 上（TPU7x；v6e 上属试验）。</translation>
    </message>
    <message>
        <source>Hosts agree on the program before it starts; JAX adds this by itself.</source>
        <translation>程序开始前各主机先对齐；JAX 会自行加上。</translation>
    </message>
    <message>
        <source>JAX GPU performance tips, NCCL on one host</source>
        <translation>JAX GPU 性能提示，单台主机上的 NCCL</translation>
    </message>
    <message>
        <source>JAX GPU performance tips, first example</source>
        <translation>JAX GPU 性能提示，第一个示例</translation>
    </message>
    <message>
        <source>JAX-Toolbox PGLE notes, profile run under Nsight Systems</source>
        <translation>JAX-Toolbox 的 PGLE 说明，Nsight Systems 下的剖析运行</translation>
    </message>
    <message>
        <source>JAX-Toolbox PGLE notes, recommended flags</source>
        <translation>JAX-Toolbox 的 PGLE 说明，推荐的标志</translation>
    </message>
    <message>
        <source>JAX-Toolbox tips for LLMs</source>
        <translation>JAX-Toolbox 的大语言模型提示</translation>
    </message>
    <message>
        <source>Keeps gathers out of fused kernels on chips with two joined cores.</source>
        <translation>在双核相连的芯片上，不把收集并入融合内核。</translation>
    </message>
    <message>
        <source>Larger pieces when host memory is mapped for the chip.</source>
        <translation>为芯片映射主机内存时用更大的块。</translation>
    </message>
    <message>
        <source>Log lines of the TPU runtime.</source>
        <translation>TPU 运行时的日志行。</translation>
    </message>
    <message>
        <source>MaxText set CF_FOR_ALL_GATHER</source>
        <translation>MaxText 标志组 CF_FOR_ALL_GATHER</translation>
    </message>
    <message>
        <source>MaxText set CF_FOR_ALL_REDUCE</source>
        <translation>MaxText 标志组 CF_FOR_ALL_REDUCE</translation>
    </message>
    <message>
        <source>MaxText set CF_FOR_ALL_REDUCE_AND_ALL_GATHER</source>
        <translation>MaxText 标志组 CF_FOR_ALL_REDUCE_AND_ALL_GATHER</translation>
    </message>
    <message>
        <source>MaxText set CUSTOM_VMEM_LIMIT_FLAG</source>
        <translation>MaxText 标志组 CUSTOM_VMEM_LIMIT_FLAG</translation>
    </message>
    <message>
        <source>MaxText set DATA_PARALLEL_OVERLAP</source>
        <translation>MaxText 标志组 DATA_PARALLEL_OVERLAP</translation>
    </message>
    <message>
        <source>MaxText set DEBUG_LOGS</source>
        <translation>MaxText 标志组 DEBUG_LOGS</translation>
    </message>
    <message>
        <source>MaxText set DENSE_VMEM_LIMIT_FLAG</source>
        <translation>MaxText 标志组 DENSE_VMEM_LIMIT_FLAG</translation>
    </message>
    <message>
        <source>MaxText set DISABLE_BUNDLE_AWARE_COST_MODEL</source>
        <translation>MaxText 标志组 DISABLE_BUNDLE_AWARE_COST_MODEL</translation>
    </message>
    <message>
        <source>MaxText set DISABLE_COLLECTIVE_MATMUL</source>
        <translation>MaxText 标志组 DISABLE_COLLECTIVE_MATMUL</translation>
    </message>
    <message>
        <source>MaxText set DISABLE_MEGACORE_FUSION_ALLOW_AGS</source>
        <translation>MaxText 标志组 DISABLE_MEGACORE_FUSION_ALLOW_AGS</translation>
    </message>
    <message>
        <source>MaxText set ENABLE_ASYNC_COLLECTIVE_PERMUTE</source>
        <translation>MaxText 标志组 ENABLE_ASYNC_COLLECTIVE_PERMUTE</translation>
    </message>
    <message>
        <source>MaxText set ENABLE_SPARSECORE_OFFLOADING_BASE_FLAGS</source>
        <translation>MaxText 标志组 ENABLE_SPARSECORE_OFFLOADING_BASE_FLAGS</translation>
    </message>
    <message>
        <source>MaxText set ENABLE_SPARSECORE_OFFLOADING_FOR_ALL_GATHER</source>
        <translation>MaxText 标志组 ENABLE_SPARSECORE_OFFLOADING_FOR_ALL_GATHER</translation>
    </message>
    <message>
        <source>MaxText set ENABLE_SPARSECORE_OFFLOADING_FOR_ALL_REDUCE</source>
        <translation>MaxText 标志组 ENABLE_SPARSECORE_OFFLOADING_FOR_ALL_REDUCE</translation>
    </message>
    <message>
        <source>MaxText set ENABLE_SPARSECORE_OFFLOADING_FOR_REDUCE_SCATTER</source>
        <translation>MaxText 标志组 ENABLE_SPARSECORE_OFFLOADING_FOR_REDUCE_SCATTER</translation>
    </message>
    <message>
        <source>MaxText set ENABLE_SPARSECORE_OFFLOADING_FOR_RS_AG_AR</source>
        <translation>MaxText 标志组 ENABLE_SPARSECORE_OFFLOADING_FOR_RS_AG_AR</translation>
    </message>
    <message>
        <source>MaxText set ENHANCED_LAUNCH_BARRIER</source>
        <translation>MaxText 标志组 ENHANCED_LAUNCH_BARRIER</translation>
    </message>
    <message>
        <source>MaxText set HOST_OFFLOAD_FLAGS</source>
        <translation>MaxText 标志组 HOST_OFFLOAD_FLAGS</translation>
    </message>
    <message>
        <source>MaxText set LAYOUT_FOR_ALL_REDUCE_SCATTER</source>
        <translation>MaxText 标志组 LAYOUT_FOR_ALL_REDUCE_SCATTER</translation>
    </message>
    <message>
        <source>MaxText set MOE_VMEM_LIMIT_FLAG</source>
        <translation>MaxText 标志组 MOE_VMEM_LIMIT_FLAG</translation>
    </message>
    <message>
        <source>MaxText set PIPELINING_FLAGS</source>
        <translation>MaxText 标志组 PIPELINING_FLAGS</translation>
    </message>
    <message>
        <source>MaxText set REDUCE_SCATTER_FUSION</source>
        <translation>MaxText 标志组 REDUCE_SCATTER_FUSION</translation>
    </message>
    <message>
        <source>MaxText set SDC_CHECKER</source>
        <translation>MaxText 标志组 SDC_CHECKER</translation>
    </message>
    <message>
        <source>Memory layouts with which an all-reduce followed by a slice becomes one reduce-scatter.</source>
        <translation>使 all-reduce 加切片变成一次 reduce-scatter 的存储布局。</translation>
    </message>
    <message>
        <source>Memory layouts with which reduce-scatters need no copy.</source>
        <translation>使 reduce-scatter 不需要复制的存储布局。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s list for language models: overlap, merged collectives without limit, collective matmul and user buffers.</source>
        <translation>NVIDIA 为语言模型列的清单：重叠、不设上限的合并集合通信、集合矩阵乘和用户缓冲区。</translation>
    </message>
    <message>
        <source>Neighbour transfers may overlap with computation.</source>
        <translation>相邻传输可以与计算重叠。</translation>
    </message>
    <message>
        <source>No overlap at all, so that every operation is timed on its own. Add an empty command buffer list, which the notes forget.</source>
        <translation>完全不重叠，使每个操作单独计时。请加上空的命令缓冲列表，说明里漏了这一条。</translation>
    </message>
    <message>
        <source>Reduce-scatters on the SparseCore (TPU7x; a trial on v6e).</source>
        <translation>reduce-scatter 在 SparseCore 上（TPU7x；v6e 上属试验）。</translation>
    </message>
    <message>
        <source>Returns to the older estimate of fused loops.</source>
        <translation>回到融合循环的旧估计方法。</translation>
    </message>
    <message>
        <source>Scheduling for activations or optimizer state kept in host memory.</source>
        <translation>激活或优化器状态放在主机内存时的调度。</translation>
    </message>
    <message>
        <source>Scoped vector memory of your choice.</source>
        <translation>自选大小的 scoped 向量存储。</translation>
    </message>
    <message>
        <source>Switches collective matmul off.</source>
        <translation>关闭集合矩阵乘。</translation>
    </message>
    <message>
        <source>The list that goes with profile-guided scheduling: 1 GiB thresholds, pipelined collectives, no CUDA graphs, no recomputation by XLA.</source>
        <translation>与剖析引导调度配套的清单：1 GiB 阈值、流水化的集合通信、不用 CUDA 图、XLA 不做重计算。</translation>
    </message>
    <message>
        <source>Three NCCL variables for a single host; two of them restate the built-in size.</source>
        <translation>单台主机用的三个 NCCL 变量；其中两个只是重申内置大小。</translation>
    </message>
    <message>
        <source>Triton for every GEMM and the latency hiding scheduler.</source>
        <translation>每个矩阵乘法都用 Triton，外加延迟隐藏调度器。</translation>
    </message>
    <message>
        <source>Weight gathers on the SparseCore (TPU7x; a trial on v6e).</source>
        <translation>权重收集在 SparseCore 上（TPU7x；v6e 上属试验）。</translation>
    </message>
    <message>
        <source>What every SparseCore offload set needs in addition to its switches.</source>
        <translation>每个 SparseCore 卸载组除自身开关外都需要的。</translation>
    </message>
</context>
<context>
    <name>model/levers</name>
    <message>
        <source>A larger micro-batch fills the matrix units better and takes more memory.</source>
        <translation>较大的微批更能填满矩阵单元，也占更多显存。</translation>
    </message>
    <message>
        <source>An optimizer with less state, if the model trains well with it.</source>
        <translation>状态更少的优化器，前提是模型用它能训练好。</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批次大小</translation>
    </message>
    <message>
        <source>Computes activations again instead of keeping them; the freed memory may buy a larger micro-batch.</source>
        <translation>重新计算激活而不保留；腾出的显存可用来加大微批。</translation>
    </message>
    <message>
        <source>DeepSpeed ZeRO</source>
        <translation>DeepSpeed ZeRO</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Gradient checkpointing</source>
        <translation>梯度检查点</translation>
    </message>
    <message>
        <source>Input pipeline</source>
        <translation>输入流水线</translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation>混合精度</translation>
    </message>
    <message>
        <source>More and smaller micro-batches in the same global batch.</source>
        <translation>全局批次不变，微批更多更小。</translation>
    </message>
    <message>
        <source>Not in the model: loading must stay faster than a step, or every step waits.</source>
        <translation>模型未计入：加载必须比一步快，否则每步都要等待。</translation>
    </message>
    <message>
        <source>Optimizer choice</source>
        <translation>优化器的选择</translation>
    </message>
    <message>
        <source>Runs matrix multiplications on the 16-bit units.</source>
        <translation>让矩阵乘法用 16 位单元运行。</translation>
    </message>
    <message>
        <source>Shards optimizer state, gradients and weights over the data-parallel ranks.</source>
        <translation>把优化器状态、梯度和权重分片到数据并行的各个 rank。</translation>
    </message>
</context>
<context>
    <name>model/messages</name>
    <message>
        <source>&quot;{0}&quot; is no compute capability</source>
        <translation>“{0}”不是计算能力</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no jaxlib version</source>
        <translation>“{0}”不是 jaxlib 版本</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no setting</source>
        <translation>“{0}”不是有效的设置</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; names no sweep</source>
        <translation>“{0}”不是已知的扫描</translation>
    </message>
    <message>
        <source>Add compute.capability to the chip&apos;s file, such as &quot;9.0&quot;.</source>
        <translation>在芯片文件中加上 compute.capability，例如 &quot;9.0&quot;。</translation>
    </message>
    <message>
        <source>Attention runs without a fused kernel</source>
        <translation>注意力没有使用融合内核</translation>
    </message>
    <message>
        <source>It lengthens the step: {0} ({1} to {2}).</source>
        <translation>按估计，它延长一步：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>It may lengthen the step: {0} ({1} to {2}).</source>
        <translation>按估计，它可能延长一步：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>It may shorten the step: {0} ({1} to {2}).</source>
        <translation>按估计，它可能缩短一步：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>It changes neither step time nor memory of this plan.</source>
        <translation>按估计，它既不改变这个计划的步时间，也不改变显存。</translation>
    </message>
    <message>
        <source>It shortens the step: {0} ({1} to {2}).</source>
        <translation>按估计，它缩短一步：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>Check its spelling, or remove it.</source>
        <translation>请检查拼写，或去掉它。</translation>
    </message>
    <message>
        <source>Choose a policy that keeps less, so that you decide what is recomputed.</source>
        <translation>请选择保留更少的策略，这样由你决定重算什么。</translation>
    </message>
    <message>
        <source>DeepSpeed shards sequences only by Ulysses: parallelism.context_strategy would have to be ulysses</source>
        <translation>DeepSpeed 只用 Ulysses 切分序列：parallelism.context_strategy 须为 ulysses</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s Ulysses counts no tensor ranks: parallelism.tensor would have to be 1</source>
        <translation>DeepSpeed 的 Ulysses 不计张量并行的进程：parallelism.tensor 须为 1</translation>
    </message>
    <message>
        <source>The step takes {0} longer, {2} instead of {1}: GPUs of a node communicate through host memory instead of their links.</source>
        <translation>同一节点的 GPU 经主机内存而不是链路交换数据：一步要多花 {0}，是 {2} 而不是 {1}。</translation>
    </message>
    <message>
        <source>Global batch?</source>
        <translation>全局批大小？</translation>
    </message>
    <message>
        <source>Gradients of one layer are {1} at {3} bytes each; {2} is the next power of two, so they leave in one call. The value counts the shard that stays on the device, so less would do as well.</source>
        <translation>一层的梯度按每个 {3} 字节是 {1}；{2} 是下一个二的幂，因此用一次调用传完。这个值计的是留在设备上的分片，所以更小也够。</translation>
    </message>
    <message>
        <source>Gradients of replicas of FSDP shards are summed after a reduce-scatter, and XLA moves nothing of that: the flag gains nothing here.</source>
        <translation>FSDP 分片的副本的梯度在 reduce-scatter 之后求和，XLA 不移动其中任何一步：这个标志在这里没有收益。</translation>
    </message>
    <message>
        <source>How long are the sequences?</source>
        <translation>序列有多长？</translation>
    </message>
    <message>
        <source>How many devices in a node?</source>
        <translation>每个节点多少个设备？</translation>
    </message>
    <message>
        <source>How many devices?</source>
        <translation>多少个设备？</translation>
    </message>
    <message>
        <source>How many nodes?</source>
        <translation>多少个节点？</translation>
    </message>
    <message>
        <source>Its effect is not modelled: measure a run to know.</source>
        <translation>它的作用没有建模：只有实测才知道。</translation>
    </message>
    <message>
        <source>Leave CUDA_DEVICE_MAX_CONNECTIONS out.</source>
        <translation>请不要设 CUDA_DEVICE_MAX_CONNECTIONS。</translation>
    </message>
    <message>
        <source>Leave NCCL_IB_DISABLE and NCCL_NET out, unless the network has no InfiniBand or RoCE.</source>
        <translation>请不要设 NCCL_IB_DISABLE 和 NCCL_NET，除非网络没有 InfiniBand 或 RoCE。</translation>
    </message>
    <message>
        <source>Leave NCCL_P2P_DISABLE out.</source>
        <translation>请不要设 NCCL_P2P_DISABLE。</translation>
    </message>
    <message>
        <source>MaxText runs {0} micro-batches on {1} stages</source>
        <translation>MaxText 要在 {1} 个阶段上运行 {0} 个微批</translation>
    </message>
    <message>
        <source>MaxText&apos;s {0} recipe does not work with gradient accumulation ({1})</source>
        <translation>MaxText 的 {0} 配方不能与梯度累积（{1}）同用</translation>
    </message>
    <message>
        <source>Megatron stops at start with CUDA_DEVICE_MAX_CONNECTIONS={0}: tensor and context parallelism before Blackwell need 1.</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS={0} 时 Megatron 启动就停止：在 Blackwell 之前的芯片上，张量和上下文并行需要 1。</translation>
    </message>
    <message>
        <source>Micro-batch?</source>
        <translation>微批大小？</translation>
    </message>
    <message>
        <source>More stages or tensor ranks leave each device fewer weights to keep.</source>
        <translation>更多阶段或张量并行度会让每个设备保留的权重更少。</translation>
    </message>
    <message>
        <source>The step takes {1} longer, {3} instead of {2}: NCCL uses TCP sockets instead of InfiniBand, about {0} GB/s per node (ASSUMED).</source>
        <translation>NCCL 走 TCP 套接字而不是 InfiniBand：一个节点大约每秒传 {0} GB（假设），一步要多花 {1}，是 {3} 而不是 {2}。</translation>
    </message>
    <message>
        <source>On {0} leave it unset: NVIDIA calls 1 slower there.</source>
        <translation>在 {0} 上不要设置：NVIDIA 称 1 在那里更慢。</translation>
    </message>
    <message>
        <source>Set XLA_PYTHON_CLIENT_MEM_FRACTION to {3} or less.</source>
        <translation>把 XLA_PYTHON_CLIENT_MEM_FRACTION 设为 {3} 或更小。</translation>
    </message>
    <message>
        <source>Set a smaller share, such as 0.9: libraries and NCCL come on top.</source>
        <translation>请设小一些，例如 0.9：库和 NCCL 还要另占。</translation>
    </message>
    <message>
        <source>The file of {0} does not state its compute capability: whether the chip runs {1} was not checked.</source>
        <translation>{0} 的文件没有写计算能力：没有检查这块芯片能否运行 {1}。</translation>
    </message>
    <message>
        <source>The program takes {0} and XLA&apos;s own limit is {1}: XLA recomputes values before it gives up, which adds {2} to {3} to the step, and with all of them recomputed {4} are still missing.</source>
        <translation>程序占用 {0}，而 XLA 自己的上限是 {1}：XLA 在放弃之前会重算一些值，一步因此多花 {2} 到 {3}，而且全部重算之后仍差 {4}。</translation>
    </message>
    <message>
        <source>The program takes {0} and XLA&apos;s own limit is {1}: XLA recomputes values until it is below the limit, which adds {2} to {3} to the step.</source>
        <translation>程序占用 {0}，而 XLA 自己的上限是 {1}：XLA 会重算一些值，直到低于上限，一步因此多花 {2} 到 {3}。</translation>
    </message>
    <message>
        <source>Overlap is lost: with one hardware queue an FSDP all-gather waits for the kernels launched before it. Megatron&apos;s FSDP refuses the value.</source>
        <translation>只有一个硬件队列时，FSDP 的收集要等在它之前启动的内核，重叠随之丢失；Megatron 的 FSDP 拒绝这个值。</translation>
    </message>
    <message>
        <source>Write 1, or leave it out: the export sets it.</source>
        <translation>请写 1，或不要设：导出时会设好。</translation>
    </message>
    <message>
        <source>XLA_PYTHON_CLIENT_MEM_FRACTION gives JAX&apos;s pool {0} of the memory, which leaves {1}; context, libraries and NCCL need {2}.</source>
        <translation>XLA_PYTHON_CLIENT_MEM_FRACTION 把显存的 {0} 给了 JAX 的内存池，只剩 {1}；上下文、库和 NCCL 需要 {2}。</translation>
    </message>
    <message>
        <source>it is for {0}</source>
        <translation>它用于 {0}</translation>
    </message>
    <message>
        <source>it needs compute capability {0}, and the chip has {1}</source>
        <translation>它需要计算能力 {0}，而芯片是 {1}</translation>
    </message>
    <message>
        <source>it needs generation {0}, and the chip is of generation {1}</source>
        <translation>它需要第 {0} 代，而芯片属于第 {1} 代</translation>
    </message>
    <message>
        <source>The links inside a node are below their rate</source>
        <translation>节点内的链路低于其速率</translation>
    </message>
    <message>
        <source>options.pipeline_gather=each gives the memory back.</source>
        <translation>options.pipeline_gather=each 会腾回这些显存。</translation>
    </message>
    <message>
        <source>recipe {0} does not run on {1}: {2}</source>
        <translation>配方 {0} 不能在 {1} 上运行：{2}</translation>
    </message>
    <message>
        <source>recipe {0} quantises for inference and trains nothing</source>
        <translation>配方 {0} 只为推理做量化，不能训练</translation>
    </message>
    <message>
        <source>sequences are sharded only with fused attention: eager attention keeps the mask of a whole sequence</source>
        <translation>只有融合的注意力才能切分序列：eager 注意力保留整个序列的掩码</translation>
    </message>
    <message>
        <source>Set options.pipeline_gather=once.</source>
        <translation>设置 options.pipeline_gather=once。</translation>
    </message>
    <message>
        <source>Stages gather their weights again with every micro-batch. Once a step would take {0} less and {1} more memory, which is there.</source>
        <translation>各阶段在每个微批都重新收集权重。每步一次会少用 {0}，多用 {1} 显存，而显存足够。</translation>
    </message>
    <message>
        <source>Stages gather their weights again with every micro-batch. Once a step would take {0} less, but {1} more memory, for which there is no room.</source>
        <translation>各阶段在每个微批都重新收集权重。每步一次会少用 {0}，但要多用 {1} 显存，放不下。</translation>
    </message>
    <message>
        <source>Stages gather their weights once a step and keep them, not again with every micro-batch: {0} less a step, {1} more memory.</source>
        <translation>各阶段每步收集一次权重并保留，不在每个微批重新收集：每步少 {0}，显存多 {1}。</translation>
    </message>
    <message>
        <source>The chip is another</source>
        <translation>芯片是另一种</translation>
    </message>
    <message>
        <source>The model is another size</source>
        <translation>模型是另一种规模</translation>
    </message>
    <message>
        <source>The memory pool changes by {0}.</source>
        <translation>内存池变化 {0}。</translation>
    </message>
    <message>
        <source>The model is not compiled</source>
        <translation>模型没有编译</translation>
    </message>
    <message>
        <source>Peak memory falls: {0} ({1} to {2}).</source>
        <translation>显存峰值下降：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>Peak memory may fall: {0} ({1} to {2}).</source>
        <translation>显存峰值可能下降：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>Peak memory may rise: {0} ({1} to {2}).</source>
        <translation>显存峰值可能上升：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>Peak memory rises: {0} ({1} to {2}).</source>
        <translation>显存峰值上升：{0}（{1} 到 {2}）。</translation>
    </message>
    <message>
        <source>The plan fills {0} of the pool. A lower value makes the scheduler prefer earlier what frees memory; it promises nothing. Try it only if the run does not fit.</source>
        <translation>计划占满内存池的 {0}。更低的值让调度器更早偏向释放显存的操作；它不保证什么。只有运行放不下时才试。</translation>
    </message>
    <message>
        <source>the chip has no {0} rate</source>
        <translation>芯片没有 {0} 速率</translation>
    </message>
    <message>
        <source>The run died for want of memory: it takes {0} where {1} can be used. Most of it: {2} ({3}), {4} ({5}), {6} ({7})</source>
        <translation>运行因内存不足而终止：需要 {0}，而可用的只有 {1}。主要占用：{2}（{3}）、{4}（{5}）、{6}（{7}）</translation>
    </message>
    <message>
        <source>Ulysses needs {0} heads to be a multiple of context · tensor = {1}</source>
        <translation>Ulysses 要求 {0} 个头是 context · tensor = {1} 的倍数</translation>
    </message>
    <message>
        <source>under FSDP, which PyTorch&apos;s context parallelism needs, the Trainer moves the weights to the host with the optimizer</source>
        <translation>PyTorch 的上下文并行需要 FSDP，而在 FSDP 下 Trainer 会把权重连同优化器一起移到主机</translation>
    </message>
    <message>
        <source>With {0} scanned layers the loop can alternate between two sets of buffers, and loop state such as a gathered layer ({1}) is no longer copied.</source>
        <translation>扫描 {0} 层时，循环可以在两组缓冲之间交替，收集来的一层（{1}）之类的循环状态不再复制。</translation>
    </message>
    <message>
        <source>Write them into {2}: {1}</source>
        <translation>把它们写进 {2}：{1}</translation>
    </message>
    <message>
        <source>ZeRO stage {0} cannot be used with a pipeline in {1}</source>
        <translation>在 {1} 中，ZeRO 阶段 {0} 不能与流水线同用</translation>
    </message>
    <message>
        <source>a global batch of {0} sequences is not a whole number of micro-batches of {1} on {2} data-parallel ranks</source>
        <translation>{0} 条序列的全局批次不能整分为 {2} 个数据并行 rank 上每个 {1} 条的微批</translation>
    </message>
    <message>
        <source>a micro-batch of {0} sequences is a fraction</source>
        <translation>{0} 条序列的微批不是整数</translation>
    </message>
    <message>
        <source>accelerator {0} is not known</source>
        <translation>未知的加速器 {0}</translation>
    </message>
    <message>
        <source>activation tensor {0} is not known</source>
        <translation>未知的激活张量 {0}</translation>
    </message>
    <message>
        <source>add ffn</source>
        <translation>请补上 ffn</translation>
    </message>
    <message>
        <source>add it</source>
        <translation>请补上</translation>
    </message>
    <message>
        <source>add it under plans; every lesson has the plan start</source>
        <translation>请加到 plans 之下；每一课都有方案 start</translation>
    </message>
    <message>
        <source>as if the chip multiplied at {0} of its rate</source>
        <translation>相当于芯片以其速率的 {0} 做矩阵乘法</translation>
    </message>
    <message>
        <source>as if the links inside a node gave {0} GB/s a device: {1} of the chip&apos;s</source>
        <translation>相当于节点内链路给每个设备 {0} GB/s：是芯片的 {1}</translation>
    </message>
    <message>
        <source>attention is {0} but {1} heads and {2} kv_heads make it {3}</source>
        <translation>attention 写的是 {0}，但 {1} 个头和 {2} 个 kv_heads 意味着 {3}</translation>
    </message>
    <message>
        <source>attention {0} does not run on {1}</source>
        <translation>注意力内核 {0} 不能在 {1} 上运行</translation>
    </message>
    <message>
        <source>by the estimate the plan fits: the run holds more than the plan says</source>
        <translation>按估计该计划放得下：运行占用的比计划所写的多</translation>
    </message>
    <message>
        <source>cannot be read ({0})</source>
        <translation>无法读取（{0}）</translation>
    </message>
    <message>
        <source>cannot be written ({0})</source>
        <translation>无法写入（{0}）</translation>
    </message>
    <message>
        <source>change a degree or the number of nodes so that both agree</source>
        <translation>请修改某个并行度或节点数，使两者一致</translation>
    </message>
    <message>
        <source>change the global batch or the micro-batch</source>
        <translation>请修改全局批次或微批</translation>
    </message>
    <message>
        <source>check the id</source>
        <translation>请检查 id</translation>
    </message>
    <message>
        <source>check the path and its permissions</source>
        <translation>请检查路径及其权限</translation>
    </message>
    <message>
        <source>check the sizes</source>
        <translation>请检查各个尺寸</translation>
    </message>
    <message>
        <source>choose a folder that you may write to and that has room; nothing was changed</source>
        <translation>请选择有写权限且有空间的文件夹；没有任何改动</translation>
    </message>
    <message>
        <source>choose a {2} that divides {1}</source>
        <translation>请选择能整除 {1} 的 {2}</translation>
    </message>
    <message>
        <source>choose another target, or change the plan</source>
        <translation>请换一个目标，或修改方案</translation>
    </message>
    <message>
        <source>use one of: {3}</source>
        <translation>请使用其中之一：{3}</translation>
    </message>
    <message>
        <source>write two numbers with a point between, such as 9.0</source>
        <translation>写两个数，中间用点隔开，例如 9.0</translation>
    </message>
    <message>
        <source>{0} came with compute capability {1}, and this chip has {2}</source>
        <translation>{0} 从计算能力 {1} 起才有，而这块芯片是 {2}</translation>
    </message>
    <message>
        <source>{0} is read by NCCL {1} and later, before {2}; newer releases ignore it.</source>
        <translation>NCCL 从 {1} 起、到 {2} 之前读 {0}；更新的版本不理会它。</translation>
    </message>
    <message>
        <source>{0} is read by no release of NCCL up to {1}: it has no effect.</source>
        <translation>到 {1} 为止，没有任何 NCCL 版本读 {0}：它没有作用。</translation>
    </message>
    <message>
        <source>{0} lifts this</source>
        <translation>{0} 可消除此原因</translation>
    </message>
    <message>
        <source>choose degrees whose product divides {1}</source>
        <translation>请选择乘积能整除 {1} 的并行度</translation>
    </message>
    <message>
        <source>config_json appears next to other model keys or is not text</source>
        <translation>config_json 与其他 model 键并存，或不是文本</translation>
    </message>
    <message>
        <source>correct it</source>
        <translation>请改正</translation>
    </message>
    <message>
        <source>correct moe_layers, first_dense_layers or layer_interval</source>
        <translation>请改正 moe_layers、first_dense_layers 或 layer_interval</translation>
    </message>
    <message>
        <source>correct one of them</source>
        <translation>请改正其中之一</translation>
    </message>
    <message>
        <source>correct the file</source>
        <translation>请改正文件</translation>
    </message>
    <message>
        <source>correct the line; indentation counts</source>
        <translation>请改正这一行；缩进有意义</translation>
    </message>
    <message>
        <source>correct the shape, or remove the number</source>
        <translation>请改正形状，或删去这个数</translation>
    </message>
    <message>
        <source>describes a model of more than 1e17 parameters</source>
        <translation>描述的模型超过 1e17 个参数</translation>
    </message>
    <message>
        <source>did you mean {1}?</source>
        <translation>是否想写 {1}？</translation>
    </message>
    <message>
        <source>example plan {0} is not known</source>
        <translation>未知的示例方案 {0}</translation>
    </message>
    <message>
        <source>exists and was not written by Headroom, or was changed since</source>
        <translation>已存在，且不是 Headroom 所写，或此后被改过</translation>
    </message>
    <message>
        <source>expert is {0} but {1} has no experts</source>
        <translation>expert 为 {0}，但 {1} 没有专家</translation>
    </message>
    <message>
        <source>expert · expert_tensor = {0} does not divide the {1} ranks that hold the experts</source>
        <translation>expert · expert_tensor = {0} 不能整除持有专家的 {1} 个 rank</translation>
    </message>
    <message>
        <source>expression &quot;{0}&quot; cannot be computed: {1}</source>
        <translation>无法计算表达式“{0}”：{1}</translation>
    </message>
    <message>
        <source>expression &quot;{0}&quot; {1}</source>
        <translation>表达式“{0}”：{1}</translation>
    </message>
    <message>
        <source>flatten it</source>
        <translation>请减少嵌套</translation>
    </message>
    <message>
        <source>give a folder, or a name that does not exist yet</source>
        <translation>请给出文件夹，或尚不存在的名称</translation>
    </message>
    <message>
        <source>give both the same name</source>
        <translation>请给两者取相同的名称</translation>
    </message>
    <message>
        <source>give either config_json or the shape</source>
        <translation>config_json 与形状只能给其一</translation>
    </message>
    <message>
        <source>give exactly one of example, from and plan</source>
        <translation>example、from、plan 必须且只能给一个</translation>
    </message>
    <message>
        <source>give one number of layers for each stage, or one for each chunk in order of depth</source>
        <translation>为每个阶段给出一个层数，或按深度顺序为每个块给出一个</translation>
    </message>
    <message>
        <source>give the configuration, or the plan with --plan</source>
        <translation>请给出配置，或用 --plan 给出计划</translation>
    </message>
    <message>
        <source>give the accumulation of gradients, or the plan with --plan</source>
        <translation>给出梯度累积次数，或用 --plan 给出计划</translation>
    </message>
    <message>
        <source>is JSON of no known kind</source>
        <translation>不是已知种类的 JSON</translation>
    </message>
    <message>
        <source>is a configuration that cannot be parsed</source>
        <translation>是无法解析的配置</translation>
    </message>
    <message>
        <source>is compressed</source>
        <translation>是压缩文件</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>是空的</translation>
    </message>
    <message>
        <source>is larger than {0} MiB, too much for a configuration</source>
        <translation>大于 {0} MiB，作为配置太大</translation>
    </message>
    <message>
        <source>is longer than 65536 bytes; only its beginning was read</source>
        <translation>超过 65536 字节；只读取了开头</translation>
    </message>
    <message>
        <source>is no complete JSON ({0})</source>
        <translation>不是完整的 JSON（{0}）</translation>
    </message>
    <message>
        <source>is no configuration of a known framework</source>
        <translation>不是已知框架的配置</translation>
    </message>
    <message>
        <source>is no table, key or value</source>
        <translation>不是表、键或值</translation>
    </message>
    <message>
        <source>looks like a line of {0} but lacks its numbers</source>
        <translation>看似 {0} 的一行，但缺少其中的数字</translation>
    </message>
    <message>
        <source>name the file after it, for example all_gather.txt</source>
        <translation>请以操作命名文件，例如 all_gather.txt</translation>
    </message>
    <message>
        <source>no profile is known for the device {0}</source>
        <translation>没有设备 {0} 的资料</translation>
    </message>
    <message>
        <source>only the time of the whole run is known, its start included</source>
        <translation>只知道整个运行的时间，启动也算在内</translation>
    </message>
    <message>
        <source>ran out of memory: {0}</source>
        <translation>内存不足：{0}</translation>
    </message>
    <message>
        <source>no plan says {0}; the nearest is taken</source>
        <translation>没有方案能表达 {0}；取最接近的方案</translation>
    </message>
    <message>
        <source>requeue is on, and nothing says when checkpoints are written</source>
        <translation>已打开重新排队，却没有说明何时写检查点</translation>
    </message>
    <message>
        <source>set hardware.accelerator</source>
        <translation>请设置 hardware.accelerator</translation>
    </message>
    <message>
        <source>set job.checkpoint_every_steps, or job.requeue to false</source>
        <translation>设置 job.checkpoint_every_steps，或把 job.requeue 设为 false</translation>
    </message>
    <message>
        <source>set model</source>
        <translation>请设置 model</translation>
    </message>
    <message>
        <source>starts no known framework</source>
        <translation>没有启动已知的框架</translation>
    </message>
    <message>
        <source>taken for {0}; the same shape have {1}</source>
        <translation>视为 {0}；形状相同的有 {1}</translation>
    </message>
    <message>
        <source>the allocator retried {0} times, which slows steps</source>
        <translation>分配器重试了 {0} 次，这会拖慢步骤</translation>
    </message>
    <message>
        <source>no line of a known log, and none with a step and its time</source>
        <translation>没有已知日志的行，也没有带步号和耗时的行</translation>
    </message>
    <message>
        <source>is a log of inference, not of training</source>
        <translation>是推理日志，不是训练日志</translation>
    </message>
    <message>
        <source>is a log of an evaluation, not of training</source>
        <translation>是评测日志，不是训练日志</translation>
    </message>
    <message>
        <source>is the output of a build or an installation, not of training</source>
        <translation>是编译或安装的输出，不是训练日志</translation>
    </message>
    <message>
        <source>is the output of a benchmark, not of training</source>
        <translation>是基准测试的输出，不是训练日志</translation>
    </message>
    <message>
        <source>the log tells {0} twice: {1} and {2}; the first is used</source>
        <translation>日志两次给出 {0}：{1} 和 {2}；采用第一个</translation>
    </message>
    <message>
        <source>the clock between lines gives {0} s for a step, the printed rate with the batch {1} s; the clock is used</source>
        <translation>行间时钟给出单步 {0} s，打印的速率与批大小给出 {1} s；采用时钟</translation>
    </message>
    <message>
        <source>the step time comes from the clock between lines</source>
        <translation>单步时间来自行间时钟</translation>
    </message>
    <message>
        <source>the step time comes from the progress bar</source>
        <translation>单步时间来自进度条</translation>
    </message>
    <message>
        <source>{0} billion parameters, as the log says, fit {1}</source>
        <translation>日志所说的 {0} 十亿参数符合 {1}</translation>
    </message>
    <message>
        <source>the log says {0} billion parameters, which no known model has: the model is assumed</source>
        <translation>日志说有 {0} 十亿参数，没有已知模型与之相符：模型为假定</translation>
    </message>
    <message>
        <source>{0} does not have the {1} billion parameters that the log says</source>
        <translation>{0} 没有日志所说的 {1} 十亿参数</translation>
    </message>
    <message>
        <source>{0} has {1} GiB, but the log says {2} GiB: another variant of the chip</source>
        <translation>{0} 有 {1} GiB，但日志说 {2} GiB：是该芯片的另一种型号</translation>
    </message>
    <message>
        <source>the batch is not known, so rates give no step time</source>
        <translation>批大小未知，因此无法由速率得出单步时间</translation>
    </message>
    <message>
        <source>the lines time iterations, and nothing tells how many of them make a step</source>
        <translation>各行给出的是迭代的时间，没有写明一步有多少次迭代</translation>
    </message>
    <message>
        <source>the model is not told</source>
        <translation>没有写明模型</translation>
    </message>
    <message>
        <source>the model {0} is not known</source>
        <translation>不认识模型 {0}</translation>
    </message>
    <message>
        <source>the plan breaks a rule: {0}</source>
        <translation>该计划违反一条规则：{0}</translation>
    </message>
    <message>
        <source>the table does not name its operation</source>
        <translation>该表没有写明是哪种操作</translation>
    </message>
    <message>
        <source>the vocabulary is not told; {0} was assumed</source>
        <translation>没有写明词表大小；假定为 {0}</translation>
    </message>
    <message>
        <source>two kinds of steps: {0} s ({1} %) and {2} s ({3} %); one number does not describe both</source>
        <translation>有两类步骤：{0} s（{1} %）和 {2} s（{3} %）；一个数字不能代表两者</translation>
    </message>
    <message>
        <source>unpack it first</source>
        <translation>请先解压</translation>
    </message>
    <message>
        <source>use at most {3} devices</source>
        <translation>最多使用 {3} 台设备</translation>
    </message>
    <message>
        <source>remove stage_layers, or make its entries equal</source>
        <translation>删除 stage_layers，或让各项相等</translation>
    </message>
    <message>
        <source>list the layers of each chunk in stage_layers, or choose other degrees</source>
        <translation>在 stage_layers 中列出每个块的层数，或选择其他并行度</translation>
    </message>
    <message>
        <source>give {1} entries, one for each stage, or use framework: {2}</source>
        <translation>给出 {1} 项，每个阶段一项，或使用 framework: {2}</translation>
    </message>
    <message>
        <source>give the right file, or a smaller one</source>
        <translation>请给出正确的文件，或更小的文件</translation>
    </message>
    <message>
        <source>has a key that is not a text</source>
        <translation>有一个键不是文本</translation>
    </message>
    <message>
        <source>has the tag {0}</source>
        <translation>带有标签 {0}</translation>
    </message>
    <message>
        <source>holds control character {0}</source>
        <translation>含有控制字符 {0}</translation>
    </message>
    <message>
        <source>holds the id {0} but is called {1}</source>
        <translation>文件里的 id 是 {0}，文件名却是 {1}</translation>
    </message>
    <message>
        <source>interleaving needs the {0} micro-batches to be a multiple of the {1} stages</source>
        <translation>交错流水线要求 {0} 个微批是 {1} 个阶段的倍数</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>是一个目录</translation>
    </message>
    <message>
        <source>is larger than {0} MiB</source>
        <translation>大于 {0} MiB</translation>
    </message>
    <message>
        <source>is missing from the data folder</source>
        <translation>在数据文件夹中缺失</translation>
    </message>
    <message>
        <source>is nested deeper than {0} levels</source>
        <translation>嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>is no folder</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>is not UTF-8 text</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>is not a mapping of keys to values</source>
        <translation>不是键到值的映射</translation>
    </message>
    <message>
        <source>is not valid JSON ({0})</source>
        <translation>不是有效的 JSON（{0}）</translation>
    </message>
    <message>
        <source>is not valid YAML ({0})</source>
        <translation>不是有效的 YAML（{0}）</translation>
    </message>
    <message>
        <source>it must be from {2} to {3}</source>
        <translation>取值须在 {2} 到 {3} 之间</translation>
    </message>
    <message>
        <source>keep one document per file</source>
        <translation>每个文件只保留一个文档</translation>
    </message>
    <message>
        <source>keep one of them</source>
        <translation>请只保留一个</translation>
    </message>
    <message>
        <source>key {0} is missing</source>
        <translation>缺少键 {0}</translation>
    </message>
    <message>
        <source>key {0} is not known</source>
        <translation>未知的键 {0}</translation>
    </message>
    <message>
        <source>key {0} appears twice</source>
        <translation>键 {0} 出现了两次</translation>
    </message>
    <message>
        <source>make both numbers multiply to the degree</source>
        <translation>请使两数之积等于并行度</translation>
    </message>
    <message>
        <source>make ici times dcn equal to the degree</source>
        <translation>请使 ici 乘 dcn 等于并行度</translation>
    </message>
    <message>
        <source>make the micro-batches a multiple of the stages</source>
        <translation>请使微批数为阶段数的倍数</translation>
    </message>
    <message>
        <source>make the product of the topology equal to devices_per_node</source>
        <translation>请使拓扑各边之积等于 devices_per_node</translation>
    </message>
    <message>
        <source>make them add up</source>
        <translation>请使它们相加相符</translation>
    </message>
    <message>
        <source>make them agree</source>
        <translation>请使两者一致</translation>
    </message>
    <message>
        <source>mesh axis {0} has degree {1} but parallelism says {2}</source>
        <translation>网格轴 {0} 的并行度为 {1}，但 parallelism 写的是 {2}</translation>
    </message>
    <message>
        <source>model {0} is not known</source>
        <translation>未知的模型 {0}</translation>
    </message>
    <message>
        <source>model_type {0} is not supported</source>
        <translation>不支持 model_type {0}</translation>
    </message>
    <message>
        <source>moe_layers is {0} but the other keys give {1}</source>
        <translation>moe_layers 为 {0}，但由其他键得出 {1}</translation>
    </message>
    <message>
        <source>move factors between ici and dcn until both agree</source>
        <translation>请在 ici 与 dcn 之间移动因子，直到两者一致</translation>
    </message>
    <message>
        <source>name a file inside it</source>
        <translation>请指定其中的文件</translation>
    </message>
    <message>
        <source>no measurements can be read: {0}</source>
        <translation>读不到测量数据：{0}</translation>
    </message>
    <message>
        <source>no single change of the plan makes it fit</source>
        <translation>计划的任何单项修改都放不下</translation>
    </message>
    <message>
        <source>only MaxText takes fractions, and only when tensor, context or expert axes share a sequence</source>
        <translation>只有 MaxText 接受小数，且仅当张量、上下文或专家轴共享一条序列时</translation>
    </message>
    <message>
        <source>parameters.{0} is {1} but the shape has {2}</source>
        <translation>parameters.{0} 为 {1}，但形状给出 {2}</translation>
    </message>
    <message>
        <source>pipeline_chunks is {0} without a pipeline</source>
        <translation>没有流水线，pipeline_chunks 却为 {0}</translation>
    </message>
    <message>
        <source>plan {0} is not defined before it is used</source>
        <translation>方案 {0} 在使用之前没有定义</translation>
    </message>
    <message>
        <source>plan {0} starts from no plan, or from several</source>
        <translation>方案 {0} 没有起始方案，或有多个</translation>
    </message>
    <message>
        <source>precision recipe {0} is not known</source>
        <translation>未知的精度配方 {0}</translation>
    </message>
    <message>
        <source>raise the micro-batch until nothing is accumulated, or use another recipe</source>
        <translation>请增大微批直到无需累积，或换用别的配方</translation>
    </message>
    <message>
        <source>recipe {0} needs {1} ({2}) to be a multiple of 16</source>
        <translation>配方 {0} 要求{1}（{2}）是 16 的倍数</translation>
    </message>
    <message>
        <source>reinstall Headroom, or correct HEADROOM_DATA</source>
        <translation>请重新安装 Headroom，或改正 HEADROOM_DATA</translation>
    </message>
    <message>
        <source>remat policy {0} does not exist in {1}</source>
        <translation>{1} 中没有重计算策略 {0}</translation>
    </message>
    <message>
        <source>remat policy {0} is not known</source>
        <translation>未知的重计算策略 {0}</translation>
    </message>
    <message>
        <source>remat.tensors is given but the policy is {0}</source>
        <translation>给出了 remat.tensors，但策略是 {0}</translation>
    </message>
    <message>
        <source>remove it or check the spelling</source>
        <translation>请删去，或检查拼写</translation>
    </message>
    <message>
        <source>remove it; is this a binary file?</source>
        <translation>请删去；这是二进制文件吗？</translation>
    </message>
    <message>
        <source>remove the tag; plain values are enough here</source>
        <translation>请删去标签；这里用普通的值就够了</translation>
    </message>
    <message>
        <source>save the file as UTF-8; a binary file cannot be read</source>
        <translation>请把文件存为 UTF-8；二进制文件无法读取</translation>
    </message>
    <message>
        <source>schema_version is {0}</source>
        <translation>schema_version 为 {0}</translation>
    </message>
    <message>
        <source>sequence_parallel is on without tensor parallelism</source>
        <translation>没有张量并行，sequence_parallel 却已打开</translation>
    </message>
    <message>
        <source>set expert to 1</source>
        <translation>请把 expert 设为 1</translation>
    </message>
    <message>
        <source>set pipeline above 1 or pipeline_chunks to 1</source>
        <translation>请把 pipeline 设为大于 1，或把 pipeline_chunks 设为 1</translation>
    </message>
    <message>
        <source>set remat.policy to custom, or remove the tensors</source>
        <translation>请把 remat.policy 设为 custom，或删去这些张量</translation>
    </message>
    <message>
        <source>set tensor above 1 or sequence_parallel to false</source>
        <translation>请把 tensor 设为大于 1，或把 sequence_parallel 设为 false</translation>
    </message>
    <message>
        <source>stage_layers add up to {0} but the model has {1} layers</source>
        <translation>stage_layers 合计 {0}，但模型有 {1} 层</translation>
    </message>
    <message>
        <source>stage_layers has {0} entries, but there are {1} stages with {2} chunks in all</source>
        <translation>stage_layers 有 {0} 项，而共有 {1} 个阶段、{2} 个块</translation>
    </message>
    <message>
        <source>use letters, digits and . , _ - / : @ # + alone, and no dash in front</source>
        <translation>只用字母、数字和 . , _ - / : @ # +，且不以短横线开头</translation>
    </message>
    <message>
        <source>with {0} it fits: {1} of memory, {2} more a step</source>
        <translation>改为 {0} 即放得下：内存 {1}，每步多 {2}</translation>
    </message>
    <message>
        <source>write it on one line, as the framework is to read it</source>
        <translation>写在一行里，按框架应读到的样子</translation>
    </message>
    <message>
        <source>{0} begins with a dash or holds a line break or another control character</source>
        <translation>{0} 以短横线开头，或含有换行或其他控制字符</translation>
    </message>
    <message>
        <source>{0} devices ({1} × {2}) are more than any cluster that is built or announced</source>
        <translation>{0} 台设备（{1} × {2}）超过任何已建成或已宣布的集群</translation>
    </message>
    <message>
        <source>{0} devices are named, the degrees multiply to {1}</source>
        <translation>写明了 {0} 个设备，而各并行度之积为 {1}</translation>
    </message>
    <message>
        <source>{0} devices communicate in every layer; without this scheduler most of that communication is exposed.</source>
        <translation>{0} 个设备在每一层交换数据；没有这个调度器，每次交换的大部分都会加到步时间里。</translation>
    </message>
    <message>
        <source>{0} is &quot;{1}&quot;, which schedulers do not take for one name</source>
        <translation>{0} 是“{1}”，调度器不会把它当作一个名称</translation>
    </message>
    <message>
        <source>{0} names a set of flags in a recipe library, not a flag; its flags are not substituted.</source>
        <translation>{0} 是方案库里一组标志的名称，不是标志：这里没有什么会把它换成那些标志。</translation>
    </message>
    <message>
        <source>{0} is {1}, which a plan does not take; left as it was</source>
        <translation>{0} 是 {1}，计划不接受；保持原样</translation>
    </message>
    <message>
        <source>{0} puts the same number of layers on every stage</source>
        <translation>{0} 在每个阶段放相同数量的层</translation>
    </message>
    <message>
        <source>{0} layers do not fill {1} pipeline chunks evenly, nor with embedding or head counted</source>
        <translation>{0} 层无法均匀填满 {1} 个流水线块，把嵌入或输出头计为一层也不行</translation>
    </message>
    <message>
        <source>{0} cannot be told the layers of each chunk</source>
        <translation>无法向 {0} 指定每个块的层数</translation>
    </message>
    <message>
        <source>starts a second document</source>
        <translation>开始了第二个文档</translation>
    </message>
    <message>
        <source>take one that `headroom-cli profiles hardware` lists, or add a file for it</source>
        <translation>请取 `headroom-cli profiles hardware` 列出的一个，或为它添加文件</translation>
    </message>
    <message>
        <source>take one that `headroom-cli profiles models` lists, or add a file for it</source>
        <translation>请取 `headroom-cli profiles models` 列出的一个，或为它添加文件</translation>
    </message>
    <message>
        <source>take one that `headroom-cli profiles` lists</source>
        <translation>请取 `headroom-cli profiles` 列出的一个</translation>
    </message>
    <message>
        <source>target {0} cannot take this plan: {1}</source>
        <translation>目标 {0} 不能接受此方案：{1}</translation>
    </message>
    <message>
        <source>target {0} is not known</source>
        <translation>未知的目标 {0}</translation>
    </message>
    <message>
        <source>task {0} is not complete</source>
        <translation>任务 {0} 不完整</translation>
    </message>
    <message>
        <source>template &quot;{0}&quot; {1}</source>
        <translation>模板“{0}”：{1}</translation>
    </message>
    <message>
        <source>tensor {1} is neither a divisor nor a multiple of the {0} key-value heads</source>
        <translation>tensor {1} 既不能整除 {0} 个键值头，也不是其倍数</translation>
    </message>
    <message>
        <source>the degrees multiply to {0} ({1}) but the cluster has {2} devices ({3} × {4})</source>
        <translation>各并行度之积为 {0}（{1}），但集群有 {2} 个设备（{3} × {4}）</translation>
    </message>
    <message>
        <source>the first line of the file names the columns; see profiles/measurements/README.md</source>
        <translation>文件首行是各列的名称；见 profiles/measurements/README.md</translation>
    </message>
    <message>
        <source>the ici degrees multiply to {0} but a node or slice has {1} devices</source>
        <translation>ici 各并行度之积为 {0}，但一个节点或切片有 {1} 个设备</translation>
    </message>
    <message>
        <source>the mesh has {0} devices inside where a domain has {1}, and {2} across where there are {3}</source>
        <translation>网格在域内有 {0} 个设备，而一个域有 {1} 个；跨域有 {2} 个，而实际有 {3} 个</translation>
    </message>
    <message>
        <source>the mesh splits axis {0} into {1} inside and {2} across, which is not its degree {3}</source>
        <translation>网格把轴 {0} 分为域内 {1}、跨域 {2}，其积不是并行度 {3}</translation>
    </message>
    <message>
        <source>the sweep {0} has no case for this plan</source>
        <translation>扫描 {0} 对此方案没有可试的情形</translation>
    </message>
    <message>
        <source>this program reads version 1</source>
        <translation>本程序读取版本 1</translation>
    </message>
    <message>
        <source>topology {0} has {1} chips but the slice has {2}</source>
        <translation>拓扑 {0} 有 {1} 个芯片，但切片有 {2} 个</translation>
    </message>
    <message>
        <source>translate each of them</source>
        <translation>请逐条翻译</translation>
    </message>
    <message>
        <source>use --force to replace it, or another folder</source>
        <translation>请用 --force 替换，或换一个文件夹</translation>
    </message>
    <message>
        <source>use a multiple of {3} sequences, or another micro-batch</source>
        <translation>请用 {3} 条序列的倍数，或换一个微批</translation>
    </message>
    <message>
        <source>use a smaller context degree, or the ring</source>
        <translation>请用较小的上下文并行度，或改用 ring</translation>
    </message>
    <message>
        <source>use a tensor degree that divides {0}</source>
        <translation>请用能整除 {0} 的张量并行度</translation>
    </message>
    <message>
        <source>use a tensor degree that divides {0} or is a multiple of it</source>
        <translation>请用能整除 {0} 或为其倍数的张量并行度</translation>
    </message>
    <message>
        <source>use another precision.compute</source>
        <translation>请换用别的 precision.compute</translation>
    </message>
    <message>
        <source>use attention: unfused</source>
        <translation>请用 attention: unfused</translation>
    </message>
    <message>
        <source>use fewer stages or chunks</source>
        <translation>请减少阶段数或分块数</translation>
    </message>
    <message>
        <source>use names of `estimate --format json`, plan.PATH, or plans of the lesson</source>
        <translation>请用 `estimate --format json` 里的名称、plan.PATH，或本课的方案</translation>
    </message>
    <message>
        <source>use one of: {1}</source>
        <translation>可用的有：{1}</translation>
    </message>
    <message>
        <source>use one of: {2}</source>
        <translation>可用的有：{2}</translation>
    </message>
    <message>
        <source>use recipe: none</source>
        <translation>请用 recipe: none</translation>
    </message>
    <message>
        <source>use search:N, flags, NAME=v1,v2,… or one of: {1}</source>
        <translation>请用 search:N、flags、NAME=v1,v2,… 或其中之一：{1}</translation>
    </message>
    <message>
        <source>use stage {2}</source>
        <translation>请用阶段 {2}</translation>
    </message>
    <message>
        <source>uses an alias or merge key</source>
        <translation>用了别名或合并键</translation>
    </message>
    <message>
        <source>write 2 or 3 numbers with x between</source>
        <translation>请写 2 或 3 个数，以 x 相隔</translation>
    </message>
    <message>
        <source>write KEY: VALUE lines</source>
        <translation>请写成 KEY: VALUE 的行</translation>
    </message>
    <message>
        <source>write PATH=VALUE, for example parallelism.tensor=8</source>
        <translation>请写 PATH=VALUE，例如 parallelism.tensor=8</translation>
    </message>
    <message>
        <source>write [a, b, …]</source>
        <translation>请写 [a, b, …]</translation>
    </message>
    <message>
        <source>write a plain key</source>
        <translation>请写普通的键</translation>
    </message>
    <message>
        <source>write a plain number without unit</source>
        <translation>请写不带单位的数</translation>
    </message>
    <message>
        <source>write a release such as 0.6.2</source>
        <translation>请写版本号，例如 0.6.2</translation>
    </message>
    <message>
        <source>write a single value</source>
        <translation>请写单个值</translation>
    </message>
    <message>
        <source>write a whole number</source>
        <translation>请写整数</translation>
    </message>
    <message>
        <source>write the shape into the plan instead</source>
        <translation>请改为把形状写进方案</translation>
    </message>
    <message>
        <source>write the shape into the plan instead; supported are {1}</source>
        <translation>请改为把形状写进方案；支持的有 {1}</translation>
    </message>
    <message>
        <source>write the value out</source>
        <translation>请直接写出这个值</translation>
    </message>
    <message>
        <source>write true or false</source>
        <translation>请写 true 或 false</translation>
    </message>
    <message>
        <source>write {2} numbers with x between</source>
        <translation>请写 {2} 个数，以 x 相隔</translation>
    </message>
    <message>
        <source>write {{ EXPRESSION | FORMAT }}</source>
        <translation>请写 {{ EXPRESSION | FORMAT }}</translation>
    </message>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>{0} ({1}) is not a multiple of {2} ({3})</source>
        <translation>{0}（{1}）不是 {2}（{3}）的倍数</translation>
    </message>
    <message>
        <source>{0} cannot be {1}</source>
        <translation>{0} 不能是 {1}</translation>
    </message>
    <message>
        <source>{0} does not run on {1}</source>
        <translation>{0} 不能在 {1} 上运行</translation>
    </message>
    <message>
        <source>{0} has a value that a shape cannot express: {1}</source>
        <translation>{0} 的值无法用形状表达：{1}</translation>
    </message>
    <message>
        <source>{0} has {1} texts where the lesson has {2}</source>
        <translation>{0} 有 {1} 段文字，而课程有 {2} 段</translation>
    </message>
    <message>
        <source>{0} heads are not a multiple of {1} kv_heads</source>
        <translation>{0} 个头不是 {1} 个 kv_heads 的倍数</translation>
    </message>
    <message>
        <source>{0} is neither true nor false: {1}</source>
        <translation>{0} 既非 true 也非 false：{1}</translation>
    </message>
    <message>
        <source>{0} is no mesh axis</source>
        <translation>{0} 不是网格轴</translation>
    </message>
    <message>
        <source>{0} is no tensor that a policy can name</source>
        <translation>{0} 不是策略可以指名的张量</translation>
    </message>
    <message>
        <source>{0} is no topology</source>
        <translation>{0} 不是拓扑</translation>
    </message>
    <message>
        <source>{0} is no topology of {1}</source>
        <translation>{0} 不是 {1} 的拓扑</translation>
    </message>
    <message>
        <source>{0} is no word of the glossary</source>
        <translation>词汇表里没有 {0}</translation>
    </message>
    <message>
        <source>{0} is not a list</source>
        <translation>{0} 不是列表</translation>
    </message>
    <message>
        <source>{0} is not a number: {1}</source>
        <translation>{0} 不是数：{1}</translation>
    </message>
    <message>
        <source>{0} is not a plain value</source>
        <translation>{0} 不是普通的值</translation>
    </message>
    <message>
        <source>{0} is not a whole number: {1}</source>
        <translation>{0} 不是整数：{1}</translation>
    </message>
    <message>
        <source>{0} is not known</source>
        <translation>未知的 {0}</translation>
    </message>
    <message>
        <source>{0} is not part of the lesson</source>
        <translation>课程里没有 {0}</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} 为 {1}</translation>
    </message>
    <message>
        <source>{0} is {1}, which contradicts {2} {3}</source>
        <translation>{0} 为 {1}，与 {2} {3} 矛盾</translation>
    </message>
    <message>
        <source>{0} key-value heads cannot be split over tensor {1} in Megatron</source>
        <translation>在 Megatron 中，{0} 个键值头不能分到张量并行度 {1} 上</translation>
    </message>
    <message>
        <source>{0} layers have no experts, and ffn is missing</source>
        <translation>{0} 层没有专家，却缺少 ffn</translation>
    </message>
    <message>
        <source>{0} pipeline chunks cannot be filled by {1} layers</source>
        <translation>{1} 层填不满 {0} 个流水线分块</translation>
    </message>
    <message>
        <source>{0} takes head sizes up to {1} and this model has {2}</source>
        <translation>{0} 支持的头维度最大为 {1}，而此模型为 {2}</translation>
    </message>
    <message>
        <source>{0}={1} leaves {2} outside JAX&apos;s pool, and the context alone takes about {3}.</source>
        <translation>{0}={1} 在 JAX 的内存池之外只留下 {2}，而单是上下文就约占 {3}。</translation>
    </message>
    <message>
        <source>{1}</source>
        <translation>{1}</translation>
    </message>
    <message>
        <source>{1} does not have recipe {0}</source>
        <translation>{1} 没有配方 {0}</translation>
    </message>
    <message>
        <source>{1} has no {0} rate</source>
        <translation>{1} 没有 {0} 速率</translation>
    </message>
    <message>
        <source>target {0} runs {1}, and the plan is of {2}</source>
        <translation>目标 {0} 运行 {1}，而方案属于 {2}</translation>
    </message>
    <message>
        <source>search the plan with --set framework={1}, or name a target of {2}</source>
        <translation>请用 --set framework={1} 搜索此方案，或指定 {2} 的目标</translation>
    </message>
    <message>
        <source>a deadline needs the length of the run</source>
        <translation>要设期限，须先给出训练的长度</translation>
    </message>
    <message>
        <source>edit the plan, or use --set with check --print</source>
        <translation>请编辑方案，或使用 --set 和 check --print</translation>
    </message>
    <message>
        <source>name degrees, micro-batch, remat policy, precision, optimizer, options, nodes or flags</source>
        <translation>可放开并行度、微批、重计算策略、精度、优化器、选项、节点数或标志</translation>
    </message>
    <message>
        <source>search fewer of precision, optimizer, options, hardware and flags at a time</source>
        <translation>一次请少放开几项：精度、优化器、选项、硬件、标志</translation>
    </message>
    <message>
        <source>search more settings, or change the batch or the device count</source>
        <translation>请放开更多可调项，或修改批次或设备数</translation>
    </message>
    <message>
        <source>searching {0} as well makes {1} combinations in addition to the parallelism; at most {2} are allowed</source>
        <translation>再放开 {0}，并行之外的组合就有 {1} 种；上限为 {2} 种</translation>
    </message>
    <message>
        <source>name a field such as tensor, a section such as parallelism, or flags.NAME</source>
        <translation>请写字段（如 tensor）、小节（如 parallelism）或 flags.NAME</translation>
    </message>
    <message>
        <source>no configuration satisfies all rules</source>
        <translation>没有配置能满足全部规则</translation>
    </message>
    <message>
        <source>set hardware.price_per_device_hour</source>
        <translation>请设置 hardware.price_per_device_hour</translation>
    </message>
    <message>
        <source>set workload.training_tokens</source>
        <translation>请设置 workload.training_tokens</translation>
    </message>
    <message>
        <source>the price of this accelerator is not known</source>
        <translation>不知道此加速器的价格</translation>
    </message>
    <message>
        <source>works on scripts, not on plans</source>
        <translation>只用于脚本，不用于方案</translation>
    </message>
    <message>
        <source>{0} cannot be searched over</source>
        <translation>不能对 {0} 搜索</translation>
    </message>
    <message>
        <source>{0} is not a setting</source>
        <translation>{0} 不是可调项</translation>
    </message>
    <message>
        <source>A capacity factor of {0} bounds each expert&apos;s rows; tokens beyond it are dropped.</source>
        <translation>容量系数 {0} 限制每个专家的行数；超出的 token 会被丢弃。</translation>
    </message>
    <message>
        <source>CUDA_DEVICE_MAX_CONNECTIONS=1 slows {0} down.</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS=1 会拖慢 {0}。</translation>
    </message>
    <message>
        <source>Check the flags against the release&apos;s own XLA_FLAGS=--help.</source>
        <translation>请用该版本自己的 XLA_FLAGS=--help 核对标志。</translation>
    </message>
    <message>
        <source>In this order: more tokens per device, fewer shards (replicate outside the node), tensor parallelism inside the domain, pipeline stages across nodes, a faster link.</source>
        <translation>按此顺序：增加每设备 token 数，减少分片（节点之外用副本），域内张量并行，跨节点流水线阶段，更快的链路。</translation>
    </message>
    <message>
        <source>It may not compile; stay at or below {3} KiB to be safe.</source>
        <translation>可能无法编译；稳妥起见不要超过 {3} KiB。</translation>
    </message>
    <message>
        <source>Keep the tensor degree inside the domain and use pipeline stages or more shards instead.</source>
        <translation>请让张量并行度留在域内，改用流水线阶段或更多分片。</translation>
    </message>
    <message>
        <source>Make the data ranks fsdp ranks, or choose stage 1, which shards the optimizer&apos;s state over the data ranks.</source>
        <translation>请把 data rank 改为 fsdp rank，或选择第 1 级，它在 data rank 之间分片优化器状态。</translation>
    </message>
    <message>
        <source>NCCL_PROTO names LL128 on {0} hosts, where it forces a protocol that NCCL may have left off for safety.</source>
        <translation>在 {0} 台主机上，NCCL_PROTO 写明了 LL128，这会强制使用 NCCL 可能出于安全而关闭的协议。</translation>
    </message>
    <message>
        <source>Offload fewer tensors or recompute them.</source>
        <translation>请少卸载几个张量，或改为重计算。</translation>
    </message>
    <message>
        <source>Under FSDP, Accelerate keeps trained weights and gradients in 32 bits wherever mixed precision is on: {0} more per device than the plan&apos;s 16 bits.</source>
        <translation>在 FSDP 下，只要启用混合精度，Accelerate 就以 32 位保存可训练的权重和梯度：每个设备比方案的 16 位多 {0}。</translation>
    </message>
    <message>
        <source>Set precision.weights and precision.gradients to fp32 unless DeepSpeed runs this plan.</source>
        <translation>请把 precision.weights 和 precision.gradients 设为 fp32，除非由 DeepSpeed 运行这个方案。</translation>
    </message>
    <message>
        <source>Offloaded tensors need {0} of host memory per node; {1} are installed.</source>
        <translation>卸载的张量在每个节点需要 {0} 主机内存，而只装有 {1}。</translation>
    </message>
    <message>
        <source>Raise it to the layer&apos;s bytes.</source>
        <translation>请提高到一层的字节数。</translation>
    </message>
    <message>
        <source>Raise the global batch, lower the micro-batch, or use more chunks per stage.</source>
        <translation>请增大全局批次、减小微批，或增加每阶段的分块数。</translation>
    </message>
    <message>
        <source>Remove it and let NCCL choose.</source>
        <translation>请删去，让 NCCL 自己选择。</translation>
    </message>
    <message>
        <source>Remove it on Blackwell.</source>
        <translation>在 Blackwell 上请删去。</translation>
    </message>
    <message>
        <source>Remove it.</source>
        <translation>请删去。</translation>
    </message>
    <message>
        <source>Scan the layers, or check the memory report of the first compilation.</source>
        <translation>请使用层扫描，或检查首次编译的显存报告。</translation>
    </message>
    <message>
        <source>Scan the layers, or remove it.</source>
        <translation>请使用层扫描，或删去它。</translation>
    </message>
    <message>
        <source>Sequence parallelism has no effect at tensor degree 1.</source>
        <translation>张量并行度为 1 时序列并行不起作用。</translation>
    </message>
    <message>
        <source>Stay at or below {3} KiB.</source>
        <translation>不要超过 {3} KiB。</translation>
    </message>
    <message>
        <source>Switch it off.</source>
        <translation>请关闭。</translation>
    </message>
    <message>
        <source>ZeRO stage 3 shards over the fsdp ranks, and there is only one: each of {0} data ranks holds all weights, gradients and optimizer state.</source>
        <translation>ZeRO 第 3 级在 fsdp rank 之间分片，而这里只有一个：权重、梯度和优化器状态在 {0} 个 data rank 上各自完整保存。</translation>
    </message>
    <message>
        <source>Tensor parallelism over {0} devices leaves the fast domain of {1} devices.</source>
        <translation>{0} 个设备的张量并行超出了 {1} 个设备的快速域。</translation>
    </message>
    <message>
        <source>The collective matmul threshold is set without tensor parallelism and has no effect.</source>
        <translation>没有张量并行，设置集合矩阵乘阈值不起作用。</translation>
    </message>
    <message>
        <source>The latency hiding scheduler runs over {0} unscanned layers: temporaries may grow by several times (290 GB instead of 65 GB were reported for an 8B model).</source>
        <translation>延迟隐藏调度器作用于 {0} 个未扫描的层：临时显存可能增大数倍（有报告称一个 8B 模型用了 290 GB 而非 65 GB）。</translation>
    </message>
    <message>
        <source>The pipeline has {0} micro-batches; {1} would keep it busy. {2} of the step is bubble.</source>
        <translation>流水线有 {0} 个微批，而 {1} 个才能让它忙起来；一步的 {2} 是气泡。</translation>
    </message>
    <message>
        <source>The plan needs {0} per device; {1} are available: {2} too much.</source>
        <translation>方案每设备需要 {0}，而可用 {1}：超出 {2}。</translation>
    </message>
    <message>
        <source>The {0} is {1}, not a multiple of {2}; matrix kernels pad it.</source>
        <translation>{0}为 {1}，不是 {2} 的倍数；矩阵内核会填充它。</translation>
    </message>
    <message>
        <source>{0} communication takes {1}; at most {2} of computation can hide it.</source>
        <translation>{0}通信需要 {1}，最多只能藏在 {2} 的计算之后。</translation>
    </message>
    <message>
        <source>Use 4096 KiB or more.</source>
        <translation>请用 4096 KiB 或更多。</translation>
    </message>
    <message>
        <source>Use dropless routing when quality matters more than even load.</source>
        <translation>若质量比负载均衡更重要，请用不丢弃 token 的路由。</translation>
    </message>
    <message>
        <source>Use jaxlib 0.4.7 or later.</source>
        <translation>请用 jaxlib 0.4.7 或更新的版本。</translation>
    </message>
    <message>
        <source>jaxlib {0} is not in the data; the nearest older release {1} is used.</source>
        <translation>jaxlib {0} 没有自己的数据；以最近的较旧版本 {1} 作答。</translation>
    </message>
    <message>
        <source>jaxlib {0} is newer than the flag data; {1} is used, and answers are uncertain.</source>
        <translation>jaxlib {0} 比已知的标志数据更新；以 {1} 作答，并不确定。</translation>
    </message>
    <message>
        <source>jaxlib {0} is older than the flag data; {1} is used, and answers are uncertain.</source>
        <translation>jaxlib {0} 比已知的标志数据更旧；以 {1} 作答，并不确定。</translation>
    </message>
    <message>
        <source>{0} KiB of scoped vector memory are below the 4096 KiB of XLA&apos;s guide.</source>
        <translation>{0} KiB 的 scoped 向量存储低于 XLA 指南的 4096 KiB。</translation>
    </message>
    <message>
        <source>{0} KiB of scoped vector memory are more than {1} has ({2} KiB).</source>
        <translation>{0} KiB 的 scoped 向量存储超过了 {1} 所有的（{2} KiB）。</translation>
    </message>
    <message>
        <source>{0} KiB of scoped vector memory lie between the limits that sources give for {1} ({3} and {2} KiB).</source>
        <translation>{0} KiB 的 scoped 向量存储介于各来源为 {1} 给出的上限之间（{3} 与 {2} KiB）。</translation>
    </message>
    <message>
        <source>{0} acts on transfers between neighbours, and the plan has none.</source>
        <translation>{0} 作用于相邻阶段之间的传输，而方案里没有。</translation>
    </message>
    <message>
        <source>{0} has no effect on {1}, a GPU.</source>
        <translation>{0} 对 GPU {1} 不起作用。</translation>
    </message>
    <message>
        <source>{0} has no effect on {1}, a TPU.</source>
        <translation>{0} 对 TPU {1} 不起作用。</translation>
    </message>
    <message>
        <source>{0} needs SparseCores, and {1} has none.</source>
        <translation>{0} 需要 SparseCore，而 {1} 没有。</translation>
    </message>
    <message>
        <source>{0} of the pool of {1} is in use at the peak; runs this full often slow down or fail.</source>
        <translation>峰值时 {1} 的显存池用了 {0}；用得这么满的运行常会变慢或失败。</translation>
    </message>
    <message>
        <source>{0} works on the layer loop, and the layers are not scanned.</source>
        <translation>{0} 作用于层循环，而这里没有层扫描。</translation>
    </message>
    <message>
        <source>{0}={1} is far below the {2} bytes of one layer, which then travels in several calls.</source>
        <translation>{0}={1} 远低于一层的 {2} 字节，一层因而要分几次调用传输。</translation>
    </message>
    <message>
        <source>A whole size of {3} would fill the tiles: {4} FLOP/s predicted.</source>
        <translation>总尺寸取 {3} 可填满 tile：预测变化 {4} FLOP/s。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; has no dashes: it is dropped silently.</source>
        <translation>“{0}”没有短横：会被悄悄丢弃。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no flag: it is dropped silently.</source>
        <translation>“{0}”不是标志：会被悄悄丢弃。</translation>
    </message>
    <message>
        <source>Append: {0}=&quot;${0} …&quot;.</source>
        <translation>请改为追加：{0}=&quot;${0} …&quot;。</translation>
    </message>
    <message>
        <source>AutoPGLE uses the JAX profiler itself; a second profiler window at the same time fails.</source>
        <translation>AutoPGLE 自己要用 JAX 性能分析器；同时再开一个分析窗口会失败。</translation>
    </message>
    <message>
        <source>Byte {0} is not UTF-8 here.</source>
        <translation>第 {0} 字节处不是 UTF-8。</translation>
    </message>
    <message>
        <source>Check the spelling against a recipe that works.</source>
        <translation>请对照可用的配方检查拼写。</translation>
    </message>
    <message>
        <source>Close it.</source>
        <translation>请补上。</translation>
    </message>
    <message>
        <source>Correct the listed ones first.</source>
        <translation>请先改正列出的。</translation>
    </message>
    <message>
        <source>Did you mean --{2}?</source>
        <translation>是否想写 --{2}？</translation>
    </message>
    <message>
        <source>Did you mean {1}?</source>
        <translation>是否想写 {1}？</translation>
    </message>
    <message>
        <source>It may be removed.</source>
        <translation>可以删去。</translation>
    </message>
    <message>
        <source>Keep one.</source>
        <translation>请只保留一个。</translation>
    </message>
    <message>
        <source>Leave the flag out, or use one of: {2}.</source>
        <translation>请去掉此标志，或用其中之一：{2}。</translation>
    </message>
    <message>
        <source>Move it to LIBTPU_INIT_ARGS.</source>
        <translation>请移到 LIBTPU_INIT_ARGS。</translation>
    </message>
    <message>
        <source>Move it to XLA_FLAGS.</source>
        <translation>请移到 XLA_FLAGS。</translation>
    </message>
    <message>
        <source>Nothing ever read {0}.</source>
        <translation>从来没有程序读取 {0}。</translation>
    </message>
    <message>
        <source>Nothing known reads {0}.</source>
        <translation>已知没有程序读取 {0}。</translation>
    </message>
    <message>
        <source>Nsight Systems and AutoPGLE&apos;s JAX profiler cannot both collect in one run.</source>
        <translation>Nsight Systems 与 AutoPGLE 的 JAX 性能分析器不能在同一次运行中同时采集。</translation>
    </message>
    <message>
        <source>Nsight Systems and the JAX profiler cannot both collect in one run.</source>
        <translation>Nsight Systems 与 JAX 性能分析器不能在同一次运行中同时采集。</translation>
    </message>
    <message>
        <source>Open MaxText&apos;s profiler window after the profiled executions.</source>
        <translation>请在被剖析的几次执行之后再打开 MaxText 的分析窗口。</translation>
    </message>
    <message>
        <source>Profile with AutoPGLE first, then run nsys with JAX_COMPILATION_CACHE_EXPECT_PGLE=true.</source>
        <translation>请先用 AutoPGLE 剖析，再以 JAX_COMPILATION_CACHE_EXPECT_PGLE=true 运行 nsys。</translation>
    </message>
    <message>
        <source>Put a blank between them.</source>
        <translation>请在两者之间加空格。</translation>
    </message>
    <message>
        <source>Remove it, or use jaxlib {2}.</source>
        <translation>请删去，或使用 jaxlib {2}。</translation>
    </message>
    <message>
        <source>Save the file as UTF-8.</source>
        <translation>请把文件存为 UTF-8。</translation>
    </message>
    <message>
        <source>The quote {0} is never closed.</source>
        <translation>引号 {0} 没有闭合。</translation>
    </message>
    <message>
        <source>The text holds control character {0}, which a program may take for part of a name.</source>
        <translation>文本含有控制字符 {0}，程序可能把它当作名称的一部分。</translation>
    </message>
    <message>
        <source>The value {1} of {0} follows after a blank and is lost.</source>
        <translation>{0} 的值 {1} 写在空格之后，会丢失。</translation>
    </message>
    <message>
        <source>There is no blank between {0}={1} and the next flag, so both are one broken value.</source>
        <translation>{0}={1} 与下一个标志之间没有空格，两者成了一个错误的值。</translation>
    </message>
    <message>
        <source>This assignment of {0} drops the flags that it held, before any command used them.</source>
        <translation>这次给 {0} 赋值会丢掉它原有的标志，而还没有命令用过它们。</translation>
    </message>
    <message>
        <source>Use a value of that release.</source>
        <translation>请用该版本的值。</translation>
    </message>
    <message>
        <source>Use one of: {2}.</source>
        <translation>请用其中之一：{2}。</translation>
    </message>
    <message>
        <source>Use profiler=nsys under Nsight Systems, or leave nsys out.</source>
        <translation>在 Nsight Systems 下请用 profiler=nsys，或不要用 nsys。</translation>
    </message>
    <message>
        <source>Use {2} or later.</source>
        <translation>请用 {2} 或更新的版本。</translation>
    </message>
    <message>
        <source>Write --{0}=VALUE.</source>
        <translation>请写 --{0}=VALUE。</translation>
    </message>
    <message>
        <source>Write --{0}={1}.</source>
        <translation>请写 --{0}={1}。</translation>
    </message>
    <message>
        <source>Write --{0}=… inside {1}.</source>
        <translation>请在 {1} 里写 --{0}=…。</translation>
    </message>
    <message>
        <source>Write --{1}.</source>
        <translation>请写 --{1}。</translation>
    </message>
    <message>
        <source>Write export {0}=… on a line of its own.</source>
        <translation>请单独一行写 export {0}=…。</translation>
    </message>
    <message>
        <source>Write two dashes.</source>
        <translation>请写两个短横。</translation>
    </message>
    <message>
        <source>Write {0}=&quot;…&quot; without blanks.</source>
        <translation>请写 {0}=&quot;…&quot;，不加空格。</translation>
    </message>
    <message>
        <source>Write {1}.</source>
        <translation>请写 {1}。</translation>
    </message>
    <message>
        <source>Write {2}.</source>
        <translation>请写 {2}。</translation>
    </message>
    <message>
        <source>Write {3}.</source>
        <translation>请写 {3}。</translation>
    </message>
    <message>
        <source>{0} came in jaxlib {2}; at {1} it ends the process at start.</source>
        <translation>{0} 自 jaxlib {2} 才有；在 {1} 上进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} does not accept an empty value.</source>
        <translation>{0} 不接受空值。</translation>
    </message>
    <message>
        <source>{0} does not know the value {5}.</source>
        <translation>{0} 没有值 {5}。</translation>
    </message>
    <message>
        <source>{0} has blanks round the equals sign; a shell then looks for a program of that name.</source>
        <translation>{0} 的等号两旁有空格；shell 会去找同名的程序。</translation>
    </message>
    <message>
        <source>{0} has one dash and is dropped silently.</source>
        <translation>{0} 只有一个短横，会被悄悄丢弃。</translation>
    </message>
    <message>
        <source>{0} has {1} dashes, which makes it an unknown flag.</source>
        <translation>{0} 有 {1} 个短横，因而成了未知标志。</translation>
    </message>
    <message>
        <source>{0} is a compiler flag; as an environment variable nothing reads it.</source>
        <translation>{0} 是编译器标志；作为环境变量没有程序读取。</translation>
    </message>
    <message>
        <source>{0} is a flag of the GPU compiler; LIBTPU_INIT_ARGS does not know it.</source>
        <translation>{0} 是 GPU 编译器的标志；LIBTPU_INIT_ARGS 不认识它。</translation>
    </message>
    <message>
        <source>{0} is accepted without effect at jaxlib {1}.</source>
        <translation>在 jaxlib {1} 中，{0} 可接受但不起作用。</translation>
    </message>
    <message>
        <source>{0} is an environment variable and no flag: inside a flag string it is lost or ends the process.</source>
        <translation>{0} 是环境变量而不是标志：写进标志串会丢失，或使进程终止。</translation>
    </message>
    <message>
        <source>{0} is given twice with the same value.</source>
        <translation>{0} 以相同的值给出了两次。</translation>
    </message>
    <message>
        <source>{0} is given twice, as {1} and as {2}; the last one counts.</source>
        <translation>{0} 给出了两次，为 {1} 和 {2}；以最后一个为准。</translation>
    </message>
    <message>
        <source>{0} is in no release up to now; at jaxlib {1} it ends the process at start.</source>
        <translation>{0} 至今不在任何版本中；在 jaxlib {1} 上进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} is known to the TPU compiler only; inside XLA_FLAGS it ends the process at start.</source>
        <translation>{0} 只有 TPU 编译器认识；写进 XLA_FLAGS，进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} is not in the published lists of TPU flags; the compiler is closed, so it may exist.</source>
        <translation>{0} 不在公布的 TPU 标志列表中；编译器不开源，所以它也可能存在。</translation>
    </message>
    <message>
        <source>{0} is not known to jaxlib {1}: a process that reads it ends at start.</source>
        <translation>jaxlib {1} 不认识 {0}：读到它的进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} is not known to jaxlib {1}: a process that reads it in {2} ends at start.</source>
        <translation>jaxlib {1} 不认识 {0}：从 {2} 读到它的进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} has not been read since version {2}; {1} ignores it.</source>
        <translation>自版本 {2} 起不再读取 {0}；在 {1} 上没有程序读取它。</translation>
    </message>
    <message>
        <source>{0} is read since version {2}; {1} ignores it.</source>
        <translation>自版本 {2} 起才读取 {0}；在 {1} 上没有程序读取它。</translation>
    </message>
    <message>
        <source>{0} is spelt with hyphens, which makes it an unknown flag.</source>
        <translation>{0} 用连字符拼写，因而成了未知标志。</translation>
    </message>
    <message>
        <source>{0} more unknown names are not listed one by one (the first {1} are).</source>
        <translation>另有 {0} 个未知名称没有逐一列出（已列前 {1} 个）。</translation>
    </message>
    <message>
        <source>{0} no longer knows the value {5} since jaxlib {4}.</source>
        <translation>自 jaxlib {4} 起，{0} 不再有值 {5}。</translation>
    </message>
    <message>
        <source>{0} has no value and is then an unknown flag.</source>
        <translation>{0} 没有写值，因而成了未知标志。</translation>
    </message>
    <message>
        <source>{0} still works but {1} has taken its place.</source>
        <translation>{0} 仍然有效，但已由 {1} 取代。</translation>
    </message>
    <message>
        <source>{0} wants the value spelt {2}, and {1} is refused.</source>
        <translation>{0} 要求把值写成 {2}，{1} 会被拒绝。</translation>
    </message>
    <message>
        <source>{0} was in no release; at jaxlib {1} it ends the process at start.</source>
        <translation>{0} 从未出现在任何版本中；在 jaxlib {1} 上进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} was removed in jaxlib {2} without a substitute; at {1} it ends the process at start.</source>
        <translation>{0} 已于 jaxlib {2} 移除，没有替代；在 {1} 上进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} was removed in jaxlib {2}; at {1} it ends the process at start.</source>
        <translation>{0} 已于 jaxlib {2} 移除；在 {1} 上进程一启动就会终止。</translation>
    </message>
    <message>
        <source>{0} was removed in jaxlib {2}; at {1} it ends the process at start. Its value is what happens there anyway.</source>
        <translation>{0} 已于 jaxlib {2} 移除；在 {1} 上进程一启动就会终止。它的值本来就是那里的行为。</translation>
    </message>
    <message>
        <source>{0}={1} does not fit: it wants {2}.</source>
        <translation>{0}={1} 不合适：应为{2}。</translation>
    </message>
    <message>
        <source>{0}={1} does not parse: it wants {2}.</source>
        <translation>{0}={1} 无法解析：应为{2}。</translation>
    </message>
    <message>
        <source>{0}={1} is already the default at jaxlib {2}.</source>
        <translation>{0}={1} 在 jaxlib {2} 中已是默认。</translation>
    </message>
    <message>
        <source>{0}={1} is understood only since jaxlib {4}; at {3} it is not.</source>
        <translation>{0}={1} 自 jaxlib {4} 起才能识别；在 {3} 上不能。</translation>
    </message>
    <message>
        <source>{0}={1} is what happens anyway.</source>
        <translation>{0}={1} 本来就是如此。</translation>
    </message>
    <message>
        <source>{2}</source>
        <translation>{2}</translation>
    </message>
    <message>
        <source>Check their spelling.</source>
        <translation>检查它们的拼写。</translation>
    </message>
    <message>
        <source>{0} more variables are not known; only the first {1} were compared with known names.</source>
        <translation>另有 {0} 个变量不认识；只有前 {1} 个与已知名字比较过。</translation>
    </message>
    <message>
        <source>Measurements {0} do not apply to this plan: {1}.</source>
        <translation>测量文件 {0} 在此不起作用：{1}。</translation>
    </message>
    <message>
        <source>Name another file, or clear the field.</source>
        <translation>请指定另一个文件，或清空该字段。</translation>
    </message>
    <message>
        <source>A ready collective should start before queued compute kernels; on by default since 0.4.16.</source>
        <translation>就绪的集合通信应先于排队的计算内核启动；自 0.4.16 起默认开启。</translation>
    </message>
    <message>
        <source>Accepted without effect since 0.5.1; call cuDNN attention explicitly instead.</source>
        <translation>自 0.5.1 起接受但不起作用；请改为显式调用 cuDNN 注意力。</translation>
    </message>
    <message>
        <source>Activations are kept in host memory; MaxText&apos;s offload set lets many copies overlap with computation.</source>
        <translation>激活放在主机内存；MaxText 的卸载组让许多复制藏在计算之后。</translation>
    </message>
    <message>
        <source>Activations are kept in host memory; the default limit of 64 GiB per process is below the {0} GiB that the host has for each device.</source>
        <translation>激活放在主机内存；每进程 64 GiB 的默认上限低于主机为每个设备提供的 {0} GiB。</translation>
    </message>
    <message>
        <source>Base flag of SparseCore offload on {0}.</source>
        <translation>{0} 上 SparseCore 卸载的基础标志。</translation>
    </message>
    <message>
        <source>Between {2} replicas, half a layer&apos;s backward pass can move about {0}: large enough for the link, small enough to start early. Then try powers of two from 16 MiB up to all gradients ({1}).</source>
        <translation>在 {2} 个副本之间，半层的反向时间大约能传 {0}：对链路足够大，又小到能早开始。然后试从 16 MiB 到全部梯度（{1}）的二的幂。</translation>
    </message>
    <message>
        <source>CUDA graphs are on by default in production; empty the list only while profiling for a cost file, so that each operation is timed alone.</source>
        <translation>正式运行默认使用 CUDA 图；只有为开销文件做剖析时才清空此列表，使每个操作单独计时。</translation>
    </message>
    <message>
        <source>Check the spelling, or remove it.</source>
        <translation>请检查拼写，或删去。</translation>
    </message>
    <message>
        <source>Chunks of a collective matmul should alternate on two streams; on by default since 0.5.0.</source>
        <translation>集合矩阵乘的各块应在两条流上交替；自 0.5.0 起默认开启。</translation>
    </message>
    <message>
        <source>Collective matmul is the compiler&apos;s own choice; a huge value switches it off when it costs too much memory.</source>
        <translation>集合矩阵乘由编译器自行选择；占显存太多时，可用极大的值关闭它。</translation>
    </message>
    <message>
        <source>Collectives must run on a separate stream before anything can hide them. Default since 0.4.24; the flag was removed in 0.4.27, and xla_gpu_disable_async_collectives lists exceptions.</source>
        <translation>集合通信先要在自己的流上运行，才可能被隐藏；自 0.4.24 起默认如此，自 0.4.27 起此标志已移除，例外由 xla_gpu_disable_async_collectives 列出。</translation>
    </message>
    <message>
        <source>Split into {0} chunks, each GEMM would have {3} rows, too few to fill the chip. Outputs are {1} (attention input) and {2} (MLP input).</source>
        <translation>切成 {0} 块后每个矩阵乘法只有 {3} 行，填不满芯片。输出为 {1}（注意力输入）和 {2}（MLP 输入）。</translation>
    </message>
    <message>
        <source>False was always the default and is the only behaviour since 0.6.0.</source>
        <translation>false 一直是默认值，自 0.6.0 起也是唯一的行为。</translation>
    </message>
    <message>
        <source>Gradients are summed between {0} slices over the data-centre network; these two flags overlap that with the backward pass.</source>
        <translation>梯度经数据中心网络在 {0} 个切片之间求和；这两个标志把它藏到反向之后。</translation>
    </message>
    <message>
        <source>Gradients of one layer are {1}, but only {4} are free next to the state; {2} keeps the merged buffer within a quarter of that.</source>
        <translation>一层的梯度为 {1}，但除状态外只空出 {4}；{2} 使合并的缓冲不超过其四分之一。</translation>
    </message>
    <message>
        <source>Gradients of {0} replicas are summed during the next layer&apos;s backward pass instead of before it.</source>
        <translation>{0} 个副本的梯度在下一层反向期间求和，而不是在其之前。</translation>
    </message>
    <message>
        <source>Growing segments in place cures most fragmentation of PyTorch&apos;s pool.</source>
        <translation>就地扩展显存段可以消除 PyTorch 显存池的大部分碎片。</translation>
    </message>
    <message>
        <source>JAX adds it with true on Cloud TPU machines since 0.4.24.</source>
        <translation>自 0.4.24 起，JAX 在 Cloud TPU 机器上自动加上它并设为 true。</translation>
    </message>
    <message>
        <source>JAX can measure each operation and schedule with the real times; worth a trial once the other flags are settled. It excludes every other profiler.</source>
        <translation>JAX 可以实测每个操作并按真实时间调度；其他标志定下之后值得一试。它与任何别的性能分析器互斥。</translation>
    </message>
    <message>
        <source>Keeps XLA from recomputing beyond the plan&apos;s own policy: the step time is then what the policy says, and a program that is too large fails at once instead of running slowly.</source>
        <translation>不让 XLA 在方案自身策略之外再做重计算：这样单步时间就如策略所定，程序过大时会立即失败而不是变慢。</translation>
    </message>
    <message>
        <source>Leave it at the release&apos;s default: splitting is what lets communicators share memory, although one guide advises false.</source>
        <translation>保持该版本的默认值：正是拆分让通信器共享显存，尽管有一份指南建议 false。</translation>
    </message>
    <message>
        <source>Lets Triton compete for every GEMM; the default since 0.5.1.</source>
        <translation>让 Triton 参与每个矩阵乘法的竞争；自 0.5.1 起为默认。</translation>
    </message>
    <message>
        <source>Makes offloaded collectives visible in profiles.</source>
        <translation>让卸载的集合通信在性能剖析中可见。</translation>
    </message>
    <message>
        <source>MaxText recommends continuation fusion for v5p and v6e and SparseCore offload for TPU7x; for {0} it names neither.</source>
        <translation>MaxText 对 v5p 和 v6e 推荐延续融合，对 TPU7x 推荐 SparseCore 卸载；对 {0} 两者都未提。</translation>
    </message>
    <message>
        <source>On {0} MaxText chooses these memory orders for some models with experts only: a measured trial.</source>
        <translation>在 {0} 上 MaxText 只对部分专家模型选择这些内存次序：值得实测一试。</translation>
    </message>
    <message>
        <source>Weights are sharded, so gradients are summed and scattered; on {0} MaxText&apos;s configurations choose memory orders with which that needs no copy.</source>
        <translation>权重已分片，梯度求和后再散开；在 {0} 上 MaxText 的配置选择无需拷贝的内存次序。</translation>
    </message>
    <message>
        <source>On {0} this overlap together with fused sums gave NaN with Ulysses context parallelism: JAX issue 38741.</source>
        <translation>在 {0} 上，采用 Ulysses 上下文并行时，这种重叠与融合求和一起使用曾得到 NaN：JAX issue 38741。</translation>
    </message>
    <message>
        <source>MaxText&apos;s cudnn_flash_te attention runs through Transformer Engine, which reads this switch.</source>
        <translation>MaxText 的 cudnn_flash_te 注意力经由 Transformer Engine 运行，它读取这个开关。</translation>
    </message>
    <message>
        <source>Megatron&apos;s sharded data parallelism refuses the value 1.</source>
        <translation>Megatron 的分片数据并行不接受值 1。</translation>
    </message>
    <message>
        <source>Megatron&apos;s tensor and sequence parallelism on {0} relies on kernels starting in program order.</source>
        <translation>Megatron 在 {0} 上的张量并行与序列并行依赖内核按程序次序启动。</translation>
    </message>
    <message>
        <source>NCCL uses reductions in the NVSwitch by itself where driver and chip ({0}) offer them.</source>
        <translation>只要驱动和芯片（{0}）支持，NCCL 会自行使用 NVSwitch 内的归约。</translation>
    </message>
    <message>
        <source>Neither FSDP nor replicas: no collectives to fuse or offload.</source>
        <translation>既无 FSDP 也无副本：没有可融合或卸载的集合通信。</translation>
    </message>
    <message>
        <source>No recipe names a value for {2}; start from the default of 16384 KiB.</source>
        <translation>没有配方为 {2} 给出值；请从默认的 16384 KiB 开始。</translation>
    </message>
    <message>
        <source>Of {1} usable, about {2} must stay free for the CUDA context, libraries and NCCL; a pool of {0} leaves {3}. The default of 75 % would waste memory.</source>
        <translation>可用的 {1} 中，须为 CUDA 上下文、各库和 NCCL 留出约 {2}；{0} 的显存池剩下 {3}。默认的 75 % 会浪费显存。</translation>
    </message>
    <message>
        <source>On a single host naming LL128 may speed small messages; measure an all-reduce before keeping it.</source>
        <translation>在单台主机上写明 LL128 可能加快小消息；保留之前请先测一次 all-reduce。</translation>
    </message>
    <message>
        <source>On {0} a single hardware queue makes a collective start before the GEMM that hides it.</source>
        <translation>在 {0} 上，单个硬件队列使集合通信先于隐藏它的矩阵乘法启动。</translation>
    </message>
    <message>
        <source>On {0} collectives hide by running inside computation kernels (continuation fusion); the set is written out whole because the compiler&apos;s defaults are not published by version.</source>
        <translation>在 {0} 上，集合通信靠在计算内核之中运行来隐藏（延续融合）；因为编译器各版本的默认值未公布，这一组标志全部写出。</translation>
    </message>
    <message>
        <source>On {0} the SparseCore drives the collective while the TensorCore computes; on by default there according to MaxText, written out to be sure.</source>
        <translation>在 {0} 上由 SparseCore 驱动集合通信，TensorCore 同时计算；据 MaxText 默认已开启，为保险起见写出。</translation>
    </message>
    <message>
        <source>One device has no communication to hide.</source>
        <translation>单个设备没有需要隐藏的通信。</translation>
    </message>
    <message>
        <source>One layer has {0} weights, {1} on the wire, but only {4} are free next to the state; {2} keeps the merged buffer within a quarter of that.</source>
        <translation>一层有 {0} 个权重，传输量为 {1}，但除状态外只空出 {4}；{2} 使合并的缓冲不超过其四分之一。</translation>
    </message>
    <message>
        <source>One process per GPU, {0} on each node, is the recommended rule of thumb; jax.distributed.initialize() finds them by itself under SLURM.</source>
        <translation>经验上推荐每 GPU 一个进程，每节点 {0} 个；在 SLURM 下 jax.distributed.initialize() 会自行找到它们。</translation>
    </message>
    <message>
        <source>GEMMs next to tensor-parallel collectives output {1} (attention input) and {2} (MLP input); at 0 MiB all of them are split into {0} chunks of {3} rows that overlap with the transfer. The default of 100000 MiB splits none.</source>
        <translation>张量并行通信旁边的矩阵乘法输出 {1}（注意力输入）和 {2}（MLP 输入）；设为 0 MiB 时全部切成 {0} 块，每块 {3} 行，与传输重叠。默认的 100000 MiB 一个也不切。</translation>
    </message>
    <message>
        <source>Removed in 0.7.2; for in-place slices see xla_gpu_enable_dynamic_slice_fusion.</source>
        <translation>已于 0.7.2 移除；就地切片请见 xla_gpu_enable_dynamic_slice_fusion。</translation>
    </message>
    <message>
        <source>Row-sharded and column-sharded weights of a layer should share one NCCL group call; otherwise a layer costs at least two. The default since 0.4.35 (gathers) and 0.4.36 (reductions).</source>
        <translation>一层中按行与按列分片的权重应共用一次 NCCL 组调用；否则一层至少要两次。自 0.4.35（收集）和 0.4.36（归约）起为默认。</translation>
    </message>
    <message>
        <source>Tensor parallelism over {0} devices leaves the fast domain of {4}; chunks over the network would be slower than one gather.</source>
        <translation>{0} 个设备的张量并行超出 {4} 个设备的快速域；分块走网络会比一次收集更慢。</translation>
    </message>
    <message>
        <source>The JAX tips warn of bugs with this master switch, and it overrides the three separate ones; use those. It was removed in 0.6.0.</source>
        <translation>JAX 的提示警告这个总开关有缺陷，而且它会覆盖三个单独的开关；请用后者。它已于 0.6.0 移除。</translation>
    </message>
    <message>
        <source>The default of 95 suits a plan that fits; one guide tunes it, the other recommends to leave it.</source>
        <translation>默认的 95 适合放得下的方案；一份指南调它，另一份建议不动。</translation>
    </message>
    <message>
        <source>The gradients of one layer ({0}) are reduced during the next one, at the price of one more layer of gradients; on by default since 0.4.35.</source>
        <translation>一层的梯度（{0}）在下一层期间归约，代价是多存一层梯度；自 0.4.35 起默认开启。</translation>
    </message>
    <message>
        <source>The layers are not scanned, so there is no loop whose iterations could overlap.</source>
        <translation>没有层扫描，因此没有各轮可以重叠的循环。</translation>
    </message>
    <message>
        <source>The next layer&apos;s weights ({0}) are gathered during the current layer, at the price of keeping one more gathered layer.</source>
        <translation>下一层的权重（{0}）在当前层期间收集，代价是多存一层收集来的权重。</translation>
    </message>
    <message>
        <source>The plan spans {0} hosts, where the JAX tips see no use for it; NCCL chooses by message size.</source>
        <translation>方案跨 {0} 台主机，JAX 的提示认为此时无用；NCCL 会按消息大小选择。</translation>
    </message>
    <message>
        <source>The recommended −2 is the built-in value: writing it changes nothing.</source>
        <translation>推荐的 −2 就是内置值：写出它不会改变什么。</translation>
    </message>
    <message>
        <source>The same collective cannot also be fused on the TensorCore.</source>
        <translation>同一集合通信不能同时又在 TensorCore 上融合。</translation>
    </message>
    <message>
        <source>The scheduler should know which operations share the communication stream; on by default since 0.4.16 and built in since 0.4.38.</source>
        <translation>调度器应知道哪些操作共用通信流；自 0.4.16 起默认开启，自 0.4.38 起内置。</translation>
    </message>
    <message>
        <source>There are no replicas, so only small sums (norms, loss) are reduced.</source>
        <translation>没有副本，因此只归约很小的和（范数、损失）。</translation>
    </message>
    <message>
        <source>This chip ({0}) or its links have no reductions in the switch.</source>
        <translation>此芯片（{0}）或其链路没有交换芯片内的归约。</translation>
    </message>
    <message>
        <source>Transfers between the {0} stages are split into send and receive with computation in between. 1024 bytes leaves out only the tiny ones; 0 would mean all, and the default means none.</source>
        <translation>{0} 个阶段之间的传输拆成发送和接收，中间放计算。1024 字节只略过极小的；0 表示全部，默认表示一个也不拆。</translation>
    </message>
    <message>
        <source>Transfers between the {0} stages can overlap with the computation of the next micro-batch.</source>
        <translation>{0} 个阶段之间的传输可以与下一个微批的计算并行。</translation>
    </message>
    <message>
        <source>Transfers between {0} stages should be able to overlap with computation.</source>
        <translation>{0} 个阶段之间的传输应能与计算重叠。</translation>
    </message>
    <message>
        <source>Was in no release; xla_gpu_cudnn_gemm_fusion_level with a number is the real flag.</source>
        <translation>从未出现在任何版本中；真正的标志是带数值的 xla_gpu_cudnn_gemm_fusion_level。</translation>
    </message>
    <message>
        <source>Weights are not sharded over FSDP, so few gathers are there to be merged.</source>
        <translation>权重没有按 FSDP 分片，因此可合并的收集很少。</translation>
    </message>
    <message>
        <source>Weights are not sharded over FSDP, so no weight gathers are there to be moved.</source>
        <translation>权重没有按 FSDP 分片，因此没有可移动的权重收集。</translation>
    </message>
    <message>
        <source>Without effect since 0.4.32 and removed in 0.5.1; nothing replaces it.</source>
        <translation>自 0.4.32 起不起作用，已于 0.5.1 移除；没有替代。</translation>
    </message>
    <message>
        <source>Without pipeline parallelism nothing is sent from stage to stage.</source>
        <translation>没有流水线并行，阶段之间不发送任何内容。</translation>
    </message>
    <message>
        <source>Without tensor parallelism no collective accompanies a GEMM.</source>
        <translation>没有张量并行，矩阵乘法旁边没有集合通信。</translation>
    </message>
    <message>
        <source>Write a value that it accepts.</source>
        <translation>请写它接受的值。</translation>
    </message>
    <message>
        <source>Write the new name.</source>
        <translation>请写新的名称。</translation>
    </message>
    <message>
        <source>jaxlib {1} does not know {0}, and it has no replacement.</source>
        <translation>jaxlib {1} 没有 {0}，也没有替代。</translation>
    </message>
    <message>
        <source>jaxlib {1} knows {0} as {2}.</source>
        <translation>在 jaxlib {1} 中，{0} 名为 {2}。</translation>
    </message>
    <message>
        <source>jaxlib {1} no longer knows {0}; its value is the built-in behaviour.</source>
        <translation>jaxlib {1} 已没有 {0}，而它的值本来就是那里的行为。</translation>
    </message>
    <message>
        <source>{0} KiB is what MaxText&apos;s recipes use for {3} models on {2}; its vector memory is {1} MiB. Tune by measurement.</source>
        <translation>{0} KiB 是 MaxText 的配方在 {2} 上对 {3} 模型所用的值；其向量存储为 {1} MiB。请靠测量来调。</translation>
    </message>
    <message>
        <source>{0} also has SparseCores: the offload set in place of continuation fusion is worth a measured trial, never both for one collective.</source>
        <translation>{0} 也有 SparseCore：用卸载组代替延续融合值得实测一试，但同一集合通信切勿两者并用。</translation>
    </message>
    <message>
        <source>{0} devices communicate in every layer. Caution: with {1} unscanned layers the scheduler may keep the gradient inputs of all layers alive (290 GB of temporaries instead of 65 GB were reported for an 8B model). Scan the layers, or check the memory report of the first compilation.</source>
        <translation>{0} 个设备在每层交换数据。注意：有 {1} 个未扫描的层时，调度器可能让所有层的梯度输入都一直存活；有报告称一个 8B 模型的临时显存达 290 GB 而非 65 GB。请使用层扫描，或留意首次编译的显存报告。</translation>
    </message>
    <message>
        <source>{0} devices communicate in every layer. On this chip and release the scheduler may also start by itself; setting the flag makes sure.</source>
        <translation>{0} 个设备在每层交换数据。在此芯片和版本上，若估计器认识程序的所有集合通信，调度器也会自行启用；写出它可确保启用。</translation>
    </message>
    <message>
        <source>{0} does not accept {2} at jaxlib {1}.</source>
        <translation>在 jaxlib {1} 中，{0} 不接受 {2}。</translation>
    </message>
    <message>
        <source>{0} has no bf16; fp16 GEMMs are about {1} times as fast as the plan&apos;s by peak rate, and need loss scaling. In Flax: dtype=jax.numpy.float16.</source>
        <translation>{0} 没有 bf16；按峰值速率，fp16 矩阵乘法约为方案当前速度的 {1} 倍，并需要损失缩放。在 Flax 中：dtype=jax.numpy.float16。</translation>
    </message>
    <message>
        <source>{0} is no known flag or variable.</source>
        <translation>{0} 不是已知的标志或变量。</translation>
    </message>
    <message>
        <source>{0} runs 16-bit GEMMs about {1} times as fast as the plan&apos;s by peak rate. In Flax: dtype=jax.numpy.bfloat16 on each layer; in MaxText: dtype: bfloat16.</source>
        <translation>按峰值速率，{0} 的 16 位矩阵乘法约为方案当前速度的 {1} 倍。在 Flax 中：每层设 dtype=jax.numpy.bfloat16；在 MaxText 中：dtype: bfloat16。</translation>
    </message>
    <message>
        <source>For a different kind of chip than {1}, so it is not written.</source>
        <translation>属于与 {1} 不同类的芯片，所以略去。</translation>
    </message>
    <message>
        <source>Read from {2} on; {1} ignores it, so it is not written.</source>
        <translation>从 {2} 起才读取；在 {1} 上没有东西读它，所以略去。</translation>
    </message>
    <message>
        <source>Set to {2}, the default of jaxlib {1}, because the advice would write {3}.</source>
        <translation>设为 {2}，即 jaxlib {1} 的默认值，因为建议会写 {3}。</translation>
    </message>
    <message>
        <source>Set to {2}, which is also the advice for this plan.</source>
        <translation>设为 {2}，与给此方案的建议相同。</translation>
    </message>
    <message>
        <source>Set to {2}.</source>
        <translation>设为 {2}。</translation>
    </message>
    <message>
        <source>Set to {2}; jaxlib {1} would take {4} by itself.</source>
        <translation>设为 {2}；jaxlib {1} 自己会取 {4}。</translation>
    </message>
    <message>
        <source>Set to {2}; the advice for this plan is {3}.</source>
        <translation>设为 {2}；给此方案的建议是 {3}。</translation>
    </message>
    <message>
        <source>The plan already sets {2}.</source>
        <translation>方案已设为 {2}。</translation>
    </message>
    <message>
        <source>jaxlib {1} accepts the name without any effect, so nothing is written.</source>
        <translation>jaxlib {1} 接受这个名字但没有效果，所以不写。</translation>
    </message>
    <message>
        <source>jaxlib {1} no longer knows it; it becomes {2}.</source>
        <translation>jaxlib {1} 已不认识它；改为 {2}。</translation>
    </message>
    <message>
        <source>{0} × as long as predicted, beyond the interval: {1} shorter</source>
        <translation>是预测的 {0} 倍，超出区间：短 {1}</translation>
    </message>
    <message>
        <source>{0} × as long as predicted: none of the {1} is explained by the log; measure the parts with export --target measure</source>
        <translation>是预测的 {0} 倍：日志不能解释其中的 {1}；用 export --target measure 测量各部分</translation>
    </message>
    <message>
        <source>{2} is the default of jaxlib {1}, so nothing is written.</source>
        <translation>{2} 是 jaxlib {1} 的默认值，所以不写。</translation>
    </message>
    <message>
        <source>{2} is the built-in behaviour, so nothing is written.</source>
        <translation>{2} 本来就是如此，所以不写。</translation>
    </message>
    <message>
        <source>Does not fit: {0} GiB needed, {1} GiB available; if it did, {2} % MFU ±{3}; limited by {4}.</source>
        <translation>放不下：需要 {0} GiB，可用 {1} GiB；若放得下，MFU {2}&#xa0;% ±{3}；受限于{4}。</translation>
    </message>
    <message>
        <source>a loss in chunks needs to know how many</source>
        <translation>分块计算的损失需要知道块数</translation>
    </message>
    <message>
        <source>set options.vocab_tiling above 1, or options.cross_entropy to auto</source>
        <translation>将 options.vocab_tiling 设为大于 1，或将 options.cross_entropy 设为 auto</translation>
    </message>
    <message>
        <source>Should fit: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}.</source>
        <translation>应当放得下：{1} GiB 中用 {0}；MFU {2}&#xa0;% ±{3}；受限于{4}。</translation>
    </message>
    <message>
        <source>At the limit: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}.</source>
        <translation>处于极限：{1} GiB 中用 {0}；MFU {2}&#xa0;% ±{3}；受限于{4}。</translation>
    </message>
    <message>
        <source>The plan needs about {0} per device; {1} are available: it fits with {2}.</source>
        <translation>该方案每个设备约需 {0}，而可用 {1}：放得下的概率为 {2}。</translation>
    </message>
    <message>
        <source>Changes that make it safe are offered, the smallest first.</source>
        <translation>可以使其稳妥的更改如下所列,最小的在前。</translation>
    </message>
    <message>
        <source>Fits: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}.</source>
        <translation>放得下：{1} GiB 中用 {0}；MFU {2}&#xa0;% ±{3}；受限于{4}。</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>MLP width per device</source>
        <translation>每设备 MLP 宽度</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>should fit</source>
        <translation>应当放得下</translation>
    </message>
    <message>
        <source>is at the limit</source>
        <translation>处于极限</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>attention width per device</source>
        <translation>每设备注意力宽度</translation>
    </message>
    <message>
        <source>expert width</source>
        <translation>专家宽度</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>sequence part</source>
        <translation>序列段</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>vocabulary per device</source>
        <translation>每设备词表</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP </translation>
    </message>
    <message>
        <source>{0} ({1}, sources of {2})</source>
        <translation>{0}（{1}，{2} 的源码）</translation>
    </message>
    <message>
        <source>MaxText&apos;s trainer of adapters (0.2.4, post_train/sft) keeps the optimizer on the chip</source>
        <translation>MaxText 的适配器训练程序（0.2.4，post_train/sft）把优化器留在芯片上</translation>
    </message>
    <message>
        <source>Headroom does not know what Google Kubernetes Engine calls {0}</source>
        <translation>Headroom 不知道 Google Kubernetes Engine 如何称呼 {0}</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP takes no tensor ranks under ZeRO 3 (0.19.5, runtime/engine.py): parallelism.zero_stage would have to be 2, or parallelism.tensor 1</source>
        <translation>DeepSpeed 的 AutoEP 在 ZeRO 3 下不支持张量并行（0.19.5，runtime/engine.py）：parallelism.zero_stage 须为 2，或 parallelism.tensor 须为 1</translation>
    </message>
    <message>
        <source>DeepSpeed splits tensors of whole weights, and the Trainer makes ZeRO 3&apos;s shards while it builds the model (Transformers 5.12.1, integrations/deepspeed.py; DeepSpeed 0.19.5, runtime/engine.py): parallelism.zero_stage would have to be 2, or parallelism.tensor 1; framework deepspeed takes both</source>
        <translation>DeepSpeed 切分的是完整权重的张量，而 Trainer 在构建模型时就生成 ZeRO 3 的分片（Transformers 5.12.1，integrations/deepspeed.py；DeepSpeed 0.19.5，runtime/engine.py）：parallelism.zero_stage 须为 2，或 parallelism.tensor 须为 1；framework 为 deepspeed 时两者均可</translation>
    </message>
    <message>
        <source>torchtitan v0.2.2 has no {0}; its later sources do, but have no configuration of this model</source>
        <translation>torchtitan v0.2.2 没有 {0}，而之后的源码虽然有，却没有该模型的配置</translation>
    </message>
    <message>
        <source>torchtitan&apos;s adapters (sources of 2026-08-21, components/lora.py) need frozen weights in 16 bits: it has LoRA and no QLoRA</source>
        <translation>torchtitan 的适配器（2026-08-21 的源码，components/lora.py）与 16 位的冻结权重并存：有 LoRA，没有 QLoRA</translation>
    </message>
    <message>
        <source>torchtitan keeps adapters and frozen weights in one type (training.dtype): the frozen ones of LoRA are bf16, the adapters of the plan {0}</source>
        <translation>torchtitan 的适配器与冻结权重使用同一种类型（training.dtype）：LoRA 的冻结权重为 bf16，方案的适配器为 {0}</translation>
    </message>
    <message>
        <source>torchtitan puts adapters on linear layers alone (sources of 2026-08-21, components/lora.py), and routed experts are one tensor</source>
        <translation>torchtitan 只在线性层上添加适配器（2026-08-21 的源码，components/lora.py），而路由专家是一个整体张量</translation>
    </message>
    <message>
        <source>torchtitan&apos;s DeepEP and HybridEP need expert parallelism above 1 and experts that tensor parallelism leaves whole</source>
        <translation>torchtitan 的 DeepEP 和 HybridEP 要求专家并行度大于 1，且专家不被张量并行切分</translation>
    </message>
    <message>
        <source>torchtitan v0.2.2 does not have the model or what the plan asks for, and the later sources, which do, {0}</source>
        <translation>torchtitan v0.2.2 没有该模型或方案所要求的功能，而之后的源码虽然有，{0}</translation>
    </message>
    <message>
        <source>torchtitan keeps no 8-bit states of its optimizers</source>
        <translation>torchtitan 的优化器不保存 8 位状态</translation>
    </message>
    <message>
        <source>{0}: set together, they lift this</source>
        <translation>{0}：同时设置即可解除</translation>
    </message>
    <message>
        <source>{0} lifts this one of {1} reasons; each has its change, and all are needed</source>
        <translation>{0} 可解除 {1} 个原因中的这一个；每个原因各有其更改，全部都需要</translation>
    </message>
    <message>
        <source>MaxText has LayerNorm and ungated MLPs only in its GPT-3 block, with learned positions</source>
        <translation>MaxText 只在它的 GPT-3 模块里有 LayerNorm 和无门控的 MLP，且用学习的位置编码</translation>
    </message>
    <message>
        <source>MaxText has Ulysses context parallelism only on TPU</source>
        <translation>MaxText 只在 TPU 上有 Ulysses 上下文并行</translation>
    </message>
    <message>
        <source>MaxText has latent attention only in its DeepSeek block, which holds experts</source>
        <translation>MaxText 只在它带专家的 DeepSeek 模块里有潜在注意力</translation>
    </message>
    <message>
        <source>MaxText has no decoder block with ALiBi, parallel attention and MLP, a norm after the embedding, or partly rotated heads</source>
        <translation>MaxText 没有这样的解码器模块：ALiBi、注意力与 MLP 并列、嵌入之后的归一化，或部分旋转的头</translation>
    </message>
    <message>
        <source>MaxText has shared experts only in blocks of single models (DeepSeek, Llama 4, Gemma 4, Qwen3-Next), not in Mixtral&apos;s</source>
        <translation>MaxText 只在个别模型的块(DeepSeek、Llama 4、Gemma 4、Qwen3-Next)中有共享专家,Mixtral 的块没有</translation>
    </message>
    <message>
        <source>MaxText runs {0} micro-batches on {1} stages: it takes a multiple</source>
        <translation>MaxText 的 {0} 个微批分到 {1} 个阶段：须为其倍数</translation>
    </message>
    <message>
        <source>MaxText shards experts over the tensor axis ({0}), not over {1}</source>
        <translation>MaxText 在张量轴（{0}）上分片专家，而不是 {1}</translation>
    </message>
    <message>
        <source>MaxText {0} cannot shard the optimizer alone (ZeRO stage {1})</source>
        <translation>MaxText {0} 不能只分片优化器（ZeRO 阶段 {1}）</translation>
    </message>
    <message>
        <source>MaxText {0} only gathers keys and values for context parallelism</source>
        <translation>MaxText {0} 的上下文并行只能收集键与值</translation>
    </message>
    <message>
        <source>MaxText&apos;s policies</source>
        <translation>MaxText 的策略</translation>
    </message>
    <message>
        <source>Megatron-LM has no ALiBi positions</source>
        <translation>Megatron-LM 没有 ALiBi 位置编码</translation>
    </message>
    <message>
        <source>Megatron-LM has no block with attention and MLP in parallel</source>
        <translation>Megatron-LM 没有注意力与 MLP 并列的模块</translation>
    </message>
    <message>
        <source>Megatron-LM has no norm after the embedding</source>
        <translation>Megatron-LM 在嵌入之后没有归一化</translation>
    </message>
    <message>
        <source>Megatron-LM trains experts with tensor parallelism only when sequence_parallel is on</source>
        <translation>Megatron-LM 只有打开 sequence_parallel 才能用张量并行训练专家</translation>
    </message>
    <message>
        <source>Megatron-LM overlaps expert all-to-alls only when it does not recompute the whole expert part (moe)</source>
        <translation>Megatron-LM 只有在不重新计算整个专家部分（moe）时，才重叠专家的 all-to-all</translation>
    </message>
    <message>
        <source>Megatron-LM recomputes mla_up_proj only in models with multi-head latent attention</source>
        <translation>Megatron-LM 只在使用多头潜在注意力的模型中重新计算 mla_up_proj</translation>
    </message>
    <message>
        <source>Megatron-LM recomputes moe_act only in models with experts</source>
        <translation>Megatron-LM 只在有专家的模型中重新计算 moe_act</translation>
    </message>
    <message>
        <source>Megatron-LM recomputes neither layernorm nor moe_act with delayed scaling</source>
        <translation>使用延迟缩放时，Megatron-LM 既不重新计算 layernorm，也不重新计算 moe_act</translation>
    </message>
    <message>
        <source>Megatron-LM cannot recompute the expert part (moe) when its router is in a CUDA graph</source>
        <translation>当路由器被录制为图时，Megatron-LM 不会重新计算专家部分（moe）</translation>
    </message>
    <message>
        <source>Megatron-LM offloads attn_proj only together with core_attn, whose output it is</source>
        <translation>attn_proj 的输入是 core_attn 的输出，Megatron-LM 只能把两者一起移到主机</translation>
    </message>
    <message>
        <source>Megatron-LM does not offload expert_fc1 and moe_act when it recomputes the whole expert part (moe)</source>
        <translation>当整个专家部分（moe）被重新计算时，Megatron-LM 不会把 expert_fc1 和 moe_act 移到主机</translation>
    </message>
    <message>
        <source>Megatron-LM offloads activations together with CUDA graphs only from 0.18.0 on, only with partial graphs of a model with experts, and never those of attn_norm and mlp_norm</source>
        <translation>Megatron-LM 从 0.18.0 起才能在录制图的同时把激活移到主机，且只限有专家的模型的部分图，attn_norm 和 mlp_norm 的激活除外</translation>
    </message>
    <message>
        <source>recomputation of shared experts</source>
        <translation>共享专家的重新计算</translation>
    </message>
    <message>
        <source>offloading of activations by module</source>
        <translation>按模块把激活移到主机</translation>
    </message>
    <message>
        <source>torchtitan v0.2.2 has no Muon, and the DistMuon of its later sources must be told how each matrix is sharded while it is orthogonalized, which no field of a plan says</source>
        <translation>torchtitan v0.2.2 没有 Muon；之后源码中的 DistMuon 需要知道每个矩阵在正交化时如何分片，而计划中没有字段说明这一点</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s FSDP does not take the optimizer muon</source>
        <translation>Megatron-LM 的 FSDP 不接受优化器 muon</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s GPT block has two norms per layer, before attention and MLP</source>
        <translation>Megatron-LM 的 GPT 模块每层有两个归一化，在注意力和 MLP 之前</translation>
    </message>
    <message>
        <source>Ulysses context parallelism must stay inside one slice</source>
        <translation>Ulysses 上下文并行必须留在一个切片之内</translation>
    </message>
    <message>
        <source>Which GPU?</source>
        <translation>哪种 GPU？</translation>
    </message>
    <message>
        <source>Which TPU?</source>
        <translation>哪种 TPU？</translation>
    </message>
    <message>
        <source>Which model?</source>
        <translation>哪个模型？</translation>
    </message>
    <message>
        <source>a micro-batch of {0} sequences is no whole number</source>
        <translation>{0} 条序列的微批不是整数</translation>
    </message>
    <message>
        <source>a slice of {0} chips is no whole number of hosts of 4</source>
        <translation>{0} 块芯片的切片不是每台 4 块的整数台主机</translation>
    </message>
    <message>
        <source>a sweep starts each run with one script, which this target has not</source>
        <translation>扫描用一个脚本启动每次运行，而此目标没有</translation>
    </message>
    <message>
        <source>choose another sweep, or change the plan</source>
        <translation>请换一种扫描，或修改方案</translation>
    </message>
    <message>
        <source>context-parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>data-parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>expert {0} must divide fsdp {1} or data {2} to become an axis</source>
        <translation>expert {0} 须整除 fsdp {1} 或 data {2} 才能成为一个轴</translation>
    </message>
    <message>
        <source>expert-parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>for this target every case is the plan itself</source>
        <translation>对此目标而言，每种情形都是方案本身</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>it runs on GPUs, and {0} is a TPU</source>
        <translation>它在 GPU 上运行，而 {0} 是 TPU</translation>
    </message>
    <message>
        <source>it runs on TPUs, and {0} is a GPU</source>
        <translation>它在 TPU 上运行，而 {0} 是 GPU</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>tensor-parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>the file cannot be opened</source>
        <translation>无法打开文件</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>the first line names no column &apos;id&apos;</source>
        <translation>首行没有名为 &apos;id&apos; 的列</translation>
    </message>
    <message>
        <source>the plan describes inference, and this target trains</source>
        <translation>方案描述的是推理，而此目标用于训练</translation>
    </message>
    <message>
        <source>the recipe intmp needs a file of its own (quant_cfg_path), which a plan does not name</source>
        <translation>配方 intmp 需要自己的文件（quant_cfg_path），而方案没有给出</translation>
    </message>
    <message>
        <source>the recipe {0} does not work with gradient accumulation ({1} passes)</source>
        <translation>配方 {0} 不能与梯度累积（{1} 遍）同用</translation>
    </message>
    <message>
        <source>the result is neither true nor false</source>
        <translation>结果既非真也非假</translation>
    </message>
    <message>
        <source>the result is not finite</source>
        <translation>结果不是有限数</translation>
    </message>
    <message>
        <source>there is no search here</source>
        <translation>这里没有搜索</translation>
    </message>
    <message>
        <source>torchtitan computes in bfloat16 or float32, not in float16</source>
        <translation>torchtitan 用 bfloat16 或 float32 计算，不用 float16</translation>
    </message>
    <message>
        <source>torchtitan has no Ulysses context parallelism</source>
        <translation>torchtitan 没有 Ulysses 上下文并行</translation>
    </message>
    <message>
        <source>torchtitan trains the shapes that it ships, and other shapes of Llama&apos;s blocks: rotary positions, RMSNorm, a gated MLP, no biases, heads that make up the width</source>
        <translation>torchtitan 训练自带的形状，以及 Llama 层结构的自定义形状：旋转位置编码、RMSNorm、门控 MLP、无偏置、各头合起来等于隐藏宽度</translation>
    </message>
    <message>
        <source>torchtitan has no flavor of {0}, and its blocks are not Llama&apos;s</source>
        <translation>torchtitan 没有 {0} 的规格，其层结构也不是 Llama 的</translation>
    </message>
    <message>
        <source>torchtitan overlaps tensor traffic only in compiled models</source>
        <translation>torchtitan 只在编译的模型中重叠张量通信</translation>
    </message>
    <message>
        <source>torchtitan shards experts over 1 or {0} tensor ranks, not over {1}</source>
        <translation>torchtitan 在 1 或 {0} 个张量 rank 上分片专家，而不是 {1} 个</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} 步</translation>
    </message>
    <message>
        <source>{0} has no low-precision recipe {1}</source>
        <translation>{0} 没有低精度配方 {1}</translation>
    </message>
    <message>
        <source>{0} has no {1} parallelism in its configuration: parallelism.{1} is {2} in the plan, and would have to be 1</source>
        <translation>{0} 的配置没有 {1} 并行：方案中 parallelism.{1} 为 {2}，须为 1</translation>
    </message>
    <message>
        <source>{0} has nothing like the recipe {1}</source>
        <translation>{0} 没有类似配方 {1} 的内容</translation>
    </message>
    <message>
        <source>{0} is not an NVIDIA GPU</source>
        <translation>{0} 不是 NVIDIA GPU</translation>
    </message>
    <message>
        <source>{0} layers cannot be split into {1} pipeline stages of equal size</source>
        <translation>{0} 层不能等分为 {1} 个流水线阶段</translation>
    </message>
    <message>
        <source>{0} layers cannot fill {1} pipeline stages</source>
        <translation>{0} 层填不满 {1} 个流水线阶段</translation>
    </message>
    <message>
        <source>{0} tokens per device do not divide into {1} vocabulary tiles</source>
        <translation>每设备 {0} 个 token 不能均分为 {1} 个词表分块</translation>
    </message>
    <message>
        <source>expert MLP width per device</source>
        <translation>每设备的专家 MLP 宽度</translation>
    </message>
    <message>
        <source>head size</source>
        <translation>头大小</translation>
    </message>
    <message>
        <source>tokens per device and micro-batch</source>
        <translation>每设备每微批的 token 数</translation>
    </message>
    <message>
        <source>none of its rows can be compared with a prediction; `validate` says why</source>
        <translation>没有一行可以与预测比较；`validate` 会说明原因</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>a number below 2147483648</source>
        <translation>小于 2147483648 的数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>布尔值（true 或 false）</translation>
    </message>
    <message>
        <source>{0} has no optimizer {1}</source>
        <translation>{0} 没有优化器 {1}</translation>
    </message>
    <message>
        <source>{0} has no recipe {1}</source>
        <translation>{0} 没有配方 {1}</translation>
    </message>
    <message>
        <source>the Trainer</source>
        <translation>Trainer 训练器</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s configuration</source>
        <translation>DeepSpeed 的配置</translation>
    </message>
    <message>
        <source>no</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>did you mean {0}?</source>
        <translation>是否想写 {0}？</translation>
    </message>
    <message>
        <source>see headroom-cli explain custom</source>
        <translation>见 headroom-cli explain custom</translation>
    </message>
    <message>
        <source>calls &quot;{0}&quot;, which does not exist</source>
        <translation>调用了不存在的“{0}”</translation>
    </message>
    <message>
        <source>divides by zero</source>
        <translation>除以零</translation>
    </message>
    <message>
        <source>ends too early</source>
        <translation>结束得太早</translation>
    </message>
    <message>
        <source>needs an id after &quot;{0}&quot;</source>
        <translation>在“{0}”之后需要一个 id</translation>
    </message>
    <message>
        <source>{0} and {1} are of different kinds</source>
        <translation>{0} 与 {1} 种类不同</translation>
    </message>
    <message>
        <source>a literal</source>
        <translation>一个字面值</translation>
    </message>
    <message>
        <source>{0} names no value</source>
        <translation>{0} 不是任何值的名称</translation>
    </message>
    <message>
        <source>is nested too deep</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>{0} is not a number</source>
        <translation>{0} 不是数</translation>
    </message>
    <message>
        <source>{0} is neither true nor false</source>
        <translation>{0} 既非真也非假</translation>
    </message>
    <message>
        <source>gives {0} the wrong number of operands</source>
        <translation>给 {0} 的操作数个数不对</translation>
    </message>
    <message>
        <source>lacks a closing parenthesis</source>
        <translation>缺少右括号</translation>
    </message>
    <message>
        <source>has &quot;{0}&quot; where nothing was expected</source>
        <translation>在应当结束处有“{0}”</translation>
    </message>
    <message>
        <source>has &quot;{0}&quot; where a value was expected</source>
        <translation>在应有值处有“{0}”</translation>
    </message>
    <message>
        <source>cannot be shown in that format</source>
        <translation>不能以该格式显示</translation>
    </message>
    <message>
        <source>is not closed</source>
        <translation>没有闭合</translation>
    </message>
    <message>
        <source>names no source</source>
        <translation>没有给出来源</translation>
    </message>
    <message>
        <source>a memory or time term</source>
        <translation>显存或时间项</translation>
    </message>
    <message>
        <source>{0} entries</source>
        <translation>{0} 项</translation>
    </message>
    <message>
        <source>{2} does not have {0}={1}</source>
        <translation>{2} 没有 {0}={1}</translation>
    </message>
    <message>
        <source>set it to {4}, or choose another framework: {3}</source>
        <translation>设为 {4}，或改用其他框架：{3}</translation>
    </message>
    <message>
        <source>{0} does not have {1}</source>
        <translation>{0} 没有 {1}</translation>
    </message>
    <message>
        <source>the plan goes on without</source>
        <translation>方案不再使用它</translation>
    </message>
    <message>
        <source>{0} gives experts an axis of the mesh</source>
        <translation>{0} 为专家单设一个网格轴</translation>
    </message>
    <message>
        <source>{1} goes from {2} to {3}, and the plan&apos;s mesh with it</source>
        <translation>{1} 从 {2} 变为 {3}，方案的网格随之清空</translation>
    </message>
    <message>
        <source>{0} has experts inside the data-parallel ranks</source>
        <translation>{0} 把专家放在数据并行的各个 rank 之内</translation>
    </message>
    <message>
        <source>{0} sums gradients in fp32 or in the type that it computes in, {1}, not in {2}</source>
        <translation>{0} 用 fp32 或计算所用的类型 {1} 累加梯度，不用 {2}</translation>
    </message>
    <message>
        <source>MaxText {0} has no key {1}</source>
        <translation>MaxText {0} 没有键 {1}</translation>
    </message>
    <message>
        <source>MaxText {0} does not know {1}</source>
        <translation>MaxText {0} 不认识 {1}</translation>
    </message>
    <message>
        <source>the check by the compiler is written for MaxText 0.1.0 or later, and the plan has {0}</source>
        <translation>编译器检查是为 MaxText 0.1.0 或更新版本写的，而方案里是 {0}</translation>
    </message>
    <message>
        <source>MaxText {0} has no vocabulary tiles</source>
        <translation>MaxText {0} 没有词表分块</translation>
    </message>
    <message>
        <source>MaxText keeps no int8 states of its optimizers</source>
        <translation>MaxText 不保存 int8 的优化器状态</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s {0} keeps no {1} states; Adam takes bf16, and adamw_8bit is its fp8</source>
        <translation>Megatron-LM 的 {0} 不保存 {1} 状态；Adam 可用 bf16，其 fp8 是 adamw_8bit</translation>
    </message>
    <message>
        <source>DeepSpeed keeps {0} states of the optimizer only under ZeRO, and only with everything else in bf16</source>
        <translation>只有在 ZeRO 之下、其余也都是 bf16 时，DeepSpeed 才保存 {0} 的优化器状态</translation>
    </message>
    <message>
        <source>as if the links inside a node gave {0} GB/s a device: {1} of the chip&apos;s; PCIe in their place?</source>
        <translation>相当于节点内链路给每个设备 {0} GB/s：是芯片的 {1}；走的是 PCIe？</translation>
    </message>
    <message>
        <source>torchtitan keeps weights in bfloat16 or float32, not in float16</source>
        <translation>torchtitan 用 bfloat16 或 float32 保存权重，不用 float16</translation>
    </message>
    <message>
        <source>torchtitan updates weights during the backward pass only without expert and pipeline parallelism</source>
        <translation>只有不用专家并行和流水线并行时，torchtitan 才能在反向传播中更新</translation>
    </message>
    <message>
        <source>torchtitan&apos;s update during the backward pass comes after every micro-batch, and the plan accumulates {0}</source>
        <translation>torchtitan 在反向传播中的更新发生在每个微批之后，而方案要累积 {0} 个微批</translation>
    </message>
    <message>
        <source>torchtitan fuses the loss only when it is compiled</source>
        <translation>torchtitan 只有在编译时才融合损失函数</translation>
    </message>
    <message>
        <source>and further problems, which are not listed</source>
        <translation>还有其他问题，未列出</translation>
    </message>
    <message>
        <source>begins a row of more than {0} KiB</source>
        <translation>开始了超过 {0} KiB 的一行</translation>
    </message>
    <message>
        <source>cannot be read any further</source>
        <translation>无法继续读取</translation>
    </message>
    <message>
        <source>check the disk; of one table, {0} MiB are read</source>
        <translation>请检查磁盘；一张表最多读取 {0} MiB</translation>
    </message>
    <message>
        <source>close its quotes, or give a table with a line for each run</source>
        <translation>请闭合引号，或给出每次运行一行的表</translation>
    </message>
    <message>
        <source>correct the ones above first</source>
        <translation>请先改正上面的问题</translation>
    </message>
    <message>
        <source>free room on the disk that it leads to, or lead it elsewhere</source>
        <translation>请在输出所在磁盘腾出空间，或输出到别处</translation>
    </message>
    <message>
        <source>give the right file, or split it</source>
        <translation>请给出正确的文件，或将其拆分</translation>
    </message>
    <message>
        <source>has an escape that gives no text</source>
        <translation>含有不产生文本的转义</translation>
    </message>
    <message>
        <source>holds more than {0} entries</source>
        <translation>含有超过 {0} 个条目</translation>
    </message>
    <message>
        <source>is a device, a pipe or a socket, not a file</source>
        <translation>是设备、管道或套接字，不是文件</translation>
    </message>
    <message>
        <source>is a link or a device, which an export does not replace</source>
        <translation>是链接或设备，导出不会替换它</translation>
    </message>
    <message>
        <source>is being written by another process</source>
        <translation>正被另一个进程写入</translation>
    </message>
    <message>
        <source>is no UTF-8 text</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>is still being read</source>
        <translation>仍在读取中</translation>
    </message>
    <message>
        <source>name a regular file; lint, validate and runs add read standard input as -</source>
        <translation>请给出普通文件；lint、validate 和 runs add 用 - 读取标准输入</translation>
    </message>
    <message>
        <source>remove it, or use another folder</source>
        <translation>请删除它，或使用其他文件夹</translation>
    </message>
    <message>
        <source>wait until it is done, then try again</source>
        <translation>请等它完成后再试</translation>
    </message>
    <message>
        <source>wait, or name a file on a disk that answers</source>
        <translation>请等待，或给出能响应的磁盘上的文件</translation>
    </message>
    <message>
        <source>write it in UTF-8, without the character NUL</source>
        <translation>请用 UTF-8 书写，不含字符 NUL</translation>
    </message>
    <message>
        <source>write one of these, without marks between thousands</source>
        <translation>请写其中之一，不加千位分隔符</translation>
    </message>
    <message>
        <source>write the character itself instead of \_, \N or \0</source>
        <translation>请直接写该字符，不用 \_、\N 或 \0</translation>
    </message>
    <message>
        <source>{0} could mean {1} or {2}</source>
        <translation>{0} 可能表示 {1} 或 {2}</translation>
    </message>
    <message>
        <source>MaxText&apos;s blocks with four norms in a layer, Gemma 2&apos;s and 3&apos;s, hold no experts</source>
        <translation>MaxText 中每层有四个归一化的块(Gemma 2 和 3 的)不含专家</translation>
    </message>
    <message>
        <source>MaxText {0} finds the file of a model only inside its own sources; 0.2.2 finds it from any folder</source>
        <translation>MaxText {0} 只在自己的源码里找模型文件；0.2.2 从任何文件夹都能找到</translation>
    </message>
    <message>
        <source>{1}: the plan is estimated, and no files are written for it.</source>
        <translation>{1}：方案可以估算，但不会为它写出文件。</translation>
    </message>
    <message>
        <source>Take a framework or a release that has it, or write it into {0}.</source>
        <translation>请换用具备它的框架或版本，或者在 {0} 中自己实现。</translation>
    </message>
    <message>
        <source>{0} {1} asks for jaxlib {2}, and the plan has {3}.</source>
        <translation>{0} {1} 需要 jaxlib {2}，而方案里是 {3}。</translation>
    </message>
    <message>
        <source>The nearest that go together: {4}.</source>
        <translation>最接近的搭配：{4}。</translation>
    </message>
    <message>
        <source>{0} or later</source>
        <translation>{0} 或更新</translation>
    </message>
    <message>
        <source>{0} or later, before {1}</source>
        <translation>{0} 或更新，但早于 {1}</translation>
    </message>
    <message>
        <source>{0} {1} with jaxlib {2}</source>
        <translation>{0} {1} 配 jaxlib {2}</translation>
    </message>
    <message>
        <source>{0} {1} with jaxlib {2}, or {0} {3} with jaxlib {4}</source>
        <translation>{0} {1} 配 jaxlib {2}，或 {0} {3} 配 jaxlib {4}</translation>
    </message>
    <message>
        <source>{0} is &quot;{1}&quot;, which is no release</source>
        <translation>{0} 是“{1}”，不是版本号</translation>
    </message>
    <message>
        <source>write its number, such as 0.9.2</source>
        <translation>请写版本号，例如 0.9.2</translation>
    </message>
    <message>
        <source>{0} {1} does not start with jaxlib {2}: it needs {3} or later, and asks for {4}</source>
        <translation>{0} {1} 配 jaxlib {2} 无法启动：它需要 {3} 或更新，并要求 {4}</translation>
    </message>
    <message>
        <source>JAX reads JAX_ENABLE_PGLE from 0.4.29 on, and the plan has jaxlib {0}</source>
        <translation>JAX 从 0.4.29 起才读取 JAX_ENABLE_PGLE，而方案里是 jaxlib {0}</translation>
    </message>
    <message>
        <source>Megatron-Core {0} has no {1}: it came with {2}</source>
        <translation>Megatron-Core {0} 没有{1}：它从 {2} 起才有</translation>
    </message>
    <message>
        <source>attention sinks</source>
        <translation>注意力汇点</translation>
    </message>
    <message>
        <source>HybridEP</source>
        <translation>HybridEP</translation>
    </message>
    <message>
        <source>overlap of expert all-to-alls</source>
        <translation>专家交换的重叠</translation>
    </message>
    <message>
        <source>CUDA graphs of parts of a layer</source>
        <translation>层内部分的 CUDA 图</translation>
    </message>
    <message>
        <source>Megatron-LM records layers with experts as a whole only when every expert takes a fixed number of tokens: set options.moe_capacity_factor, or record partial graphs</source>
        <translation>只有每个专家的 token 数固定时，Megatron-LM 才能整层录制带专家的层：请设置 options.moe_capacity_factor，或只录制部分图</translation>
    </message>
    <message>
        <source>with CUDA graphs, Megatron-LM recomputes whole layers only in a graph of the full iteration</source>
        <translation>Megatron-LM 只有在整个迭代的图里才能整层重算</translation>
    </message>
    <message>
        <source>DeepEP and HybridEP carry tokens between ranks: expert or tensor parallelism must be above 1</source>
        <translation>DeepEP 和 HybridEP 在各进程之间传送 token：专家并行或张量并行必须大于 1</translation>
    </message>
    <message>
        <source>DeepEP takes no experts padded to their capacity, which graphs of whole layers need</source>
        <translation>整层的图需要把专家填充到容量，而 DeepEP 不支持</translation>
    </message>
    <message>
        <source>Megatron-LM overlaps expert all-to-alls only between expert-parallel ranks</source>
        <translation>Megatron-LM 只在专家并行的进程之间重叠专家交换</translation>
    </message>
    <message>
        <source>Megatron-LM overlaps expert all-to-alls in a pipeline only when it is interleaved (parallelism.pipeline_chunks)</source>
        <translation>在流水线里，Megatron-LM 只有交错时才重叠专家交换（parallelism.pipeline_chunks）</translation>
    </message>
    <message>
        <source>Megatron-LM overlaps expert all-to-alls only without full recomputation</source>
        <translation>只有不做完全重算时，Megatron-LM 才重叠专家交换</translation>
    </message>
    <message>
        <source>Megatron-LM overlaps expert all-to-alls only in bf16 or fp16</source>
        <translation>Megatron-LM 只在 bf16 或 fp16 下重叠专家交换</translation>
    </message>
    <message>
        <source>Megatron-LM overlaps expert all-to-alls with at most one multi-token-prediction head</source>
        <translation>最多一个多 token 预测头时，Megatron-LM 才重叠专家交换</translation>
    </message>
    <message>
        <source>as if the network gave {0} GB/s a device: {1} of what the plan says; InfiniBand not used?</source>
        <translation>相当于网络给每个设备 {0} GB/s：是计划所写的 {1}；没有使用 InfiniBand？</translation>
    </message>
    <message>
        <source>as if the network gave {0} GB/s a device: {1} of what the plan says; fewer adapters, or a shared one?</source>
        <translation>相当于网络给每个设备 {0} GB/s：是计划所写的 {1}；网卡较少，还是共用？</translation>
    </message>
    <message>
        <source>no other configuration is within the error of the estimate</source>
        <translation>没有其他结果接近到估算无法区分的程度</translation>
    </message>
    <message>
        <source>the best that leaves enough memory free</source>
        <translation>留有足够余量的结果中最好的一个</translation>
    </message>
    <message>
        <source>the simplest of {0} results that are equally fast as far as we can tell</source>
        <translation>{0} 个无法区分的结果中最简单的一个</translation>
    </message>
    <message>
        <source>{0} per step with a peak of {1}, fits with {2}: {3}</source>
        <translation>每步 {0}，峰值 {1}，放得下的概率 {2}：{3}</translation>
    </message>
    <message>
        <source>{0} per step with a peak of {1}, fits with {2}: {3}; no result fits with {4}</source>
        <translation>每步 {0}，峰值 {1}，放得下的概率 {2}：{3}；没有结果达到 {4}</translation>
    </message>
    <message>
        <source>{0} per step with a peak of {1}, fits with {2}: {3}; the faster one fits less surely than {4}</source>
        <translation>每步 {0}，峰值 {1}，放得下的概率 {2}：{3}；更快的那个低于 {4}</translation>
    </message>
    <message>
        <source>{0} per step with a peak of {1}, fits with {2}: {3}; the {5} faster ones fit less surely than {4}</source>
        <translation>每步 {0}，峰值 {1}，放得下的概率 {2}：{3}；更快的 {5} 个低于 {4}</translation>
    </message>
    <message>
        <source>LoRA does not quantise the frozen weights</source>
        <translation>LoRA 不量化冻结权重</translation>
    </message>
    <message>
        <source>set tuning.method to qlora, or tuning.base to bf16, fp32 or auto</source>
        <translation>把 tuning.method 设为 qlora，或把 tuning.base 设为 bf16、fp32 或 auto</translation>
    </message>
    <message>
        <source>QLoRA quantises the frozen weights; bf16 and fp32 do not</source>
        <translation>QLoRA 会量化冻结权重；bf16 和 fp32 不量化</translation>
    </message>
    <message>
        <source>quantised frozen weights are dequantized to 16 bits for each GEMM, so the recipe {0} has no effect</source>
        <translation>量化的冻结权重在每次乘法前展宽到 16 位，配方 {0} 无事可做</translation>
    </message>
    <message>
        <source>use recipe: none, or tuning.method: lora</source>
        <translation>用 recipe: none，或 tuning.method: lora</translation>
    </message>
    <message>
        <source>adapters are trained, and inference trains nothing</source>
        <translation>适配器是要训练的，而推理什么也不训练</translation>
    </message>
    <message>
        <source>set workload.mode to training, or tuning.method to full</source>
        <translation>把 workload.mode 设为 training，或把 tuning.method 设为 full</translation>
    </message>
    <message>
        <source>the model has no matrices of the kind {0}</source>
        <translation>模型没有 {0} 这类矩阵</translation>
    </message>
    <message>
        <source>leave it out of tuning.targets</source>
        <translation>从 tuning.targets 中去掉它</translation>
    </message>
    <message>
        <source>documents of {0} tokens do not fit into sequences of {1}</source>
        <translation>{0} 个 token 的文档放不进 {1} 的序列</translation>
    </message>
    <message>
        <source>make mean_tokens at most the sequence length</source>
        <translation>让 mean_tokens 不超过序列长度</translation>
    </message>
    <message>
        <source>{0} trains whole models: it has no adapters</source>
        <translation>{0} 训练整个模型：它没有适配器</translation>
    </message>
    <message>
        <source>the names that the matrices of the family {0} have in transformers are not known</source>
        <translation>{0} 系列的矩阵在 transformers 中的名称未知</translation>
    </message>
    <message>
        <source>transformers loads fp8 weights only for inference; nf4 and int8 can be trained with</source>
        <translation>transformers 只为推理加载 fp8 权重；nf4 和 int8 可以训练</translation>
    </message>
    <message>
        <source>DeepSpeed casts every weight to the type of the computation: frozen weights in 32 bits need Hugging Face&apos;s Trainer without it, that is framework hf with parallelism.fsdp 1</source>
        <translation>DeepSpeed 把所有权重转为计算类型：32 位的冻结权重需要不带 DeepSpeed 的 Hugging Face Trainer，即 framework 为 hf、parallelism.fsdp 为 1</translation>
    </message>
    <message>
        <source>{0} has no setting that loads frozen weights in 32 bits next to computation in 16</source>
        <translation>{0} 没有在 16 位计算时以 32 位加载冻结权重的设置</translation>
    </message>
    <message>
        <source>bitsandbytes&apos; int8 weights cannot be split into the {0} shards of the plan; nf4 can</source>
        <translation>bitsandbytes 的 int8 权重不能切成方案的 {0} 份；nf4 可以</translation>
    </message>
    <message>
        <source>Megatron-Bridge keeps frozen weights in 16 bits: it has LoRA and no QLoRA</source>
        <translation>Megatron-Bridge 以 16 位保存冻结的权重：它有 LoRA，没有 QLoRA</translation>
    </message>
    <message>
        <source>MaxText {0} has no adapters; 0.2.3 has</source>
        <translation>MaxText {0} 没有适配器;0.2.3 有</translation>
    </message>
    <message>
        <source>MaxText keeps frozen weights in 16 or 32 bits, nf4 or int8, not in {0}</source>
        <translation>MaxText 用 16 位、32 位、nf4 或 int8 保存冻结权重，不用 {0}</translation>
    </message>
    <message>
        <source>MaxText puts no adapters on routed experts</source>
        <translation>MaxText 不给路由专家加适配器</translation>
    </message>
    <message>
        <source>MaxText keeps adapters and frozen weights in one type: the frozen ones of LoRA are {1}, the adapters of the plan {0}</source>
        <translation>MaxText 的适配器和冻结权重只有一种类型：LoRA 的冻结权重是 {1}，方案的适配器是 {0}</translation>
    </message>
    <message>
        <source>A flag has a value that costs time</source>
        <translation>有个标志的值在浪费时间</translation>
    </message>
    <message>
        <source>CUDA_LAUNCH_BLOCKING={0}: each kernel waits for the one before</source>
        <translation>CUDA_LAUNCH_BLOCKING={0}：每个核函数都在等前一个</translation>
    </message>
    <message>
        <source>Checkpoints or other regular work stop the run</source>
        <translation>检查点或别的定期工作让运行停顿</translation>
    </message>
    <message>
        <source>Memory is at its limit and the allocator tries again</source>
        <translation>显存到了极限，分配器在重试</translation>
    </message>
    <message>
        <source>NCCL does not add up in the NVSwitch (NVLS)</source>
        <translation>NCCL 没有在 NVSwitch 中求和（NVLS）</translation>
    </message>
    <message>
        <source>NCCL uses {0} network adapters for the {1} devices of a node</source>
        <translation>NCCL 为一个节点的 {1} 个设备只用了 {0} 块网卡</translation>
    </message>
    <message>
        <source>Not everything about the run is known</source>
        <translation>对这次运行并非全都了解</translation>
    </message>
    <message>
        <source>One rank is slower than the others</source>
        <translation>有一个 rank 比其他的慢</translation>
    </message>
    <message>
        <source>Power or heat holds the clocks down</source>
        <translation>功率或温度压低了时钟</translation>
    </message>
    <message>
        <source>Recomputation is not that of the plan</source>
        <translation>重计算与方案不同</translation>
    </message>
    <message>
        <source>Single steps stall</source>
        <translation>个别步停顿</translation>
    </message>
    <message>
        <source>Steps grow longer during the run</source>
        <translation>运行中各步越来越长</translation>
    </message>
    <message>
        <source>The host is late with batches</source>
        <translation>主机送批次太晚</translation>
    </message>
    <message>
        <source>The host issues work too slowly</source>
        <translation>主机下发工作太慢</translation>
    </message>
    <message>
        <source>The micro-batch is small</source>
        <translation>微批太小</translation>
    </message>
    <message>
        <source>The network between nodes is below its rate</source>
        <translation>节点间网络低于它的速率</translation>
    </message>
    <message>
        <source>The release of jaxlib is old</source>
        <translation>jaxlib 版本太旧</translation>
    </message>
    <message>
        <source>The run is as predicted: {0} off, inside the interval.</source>
        <translation>运行与预测相符：相差 {0}，在区间之内。</translation>
    </message>
    <message>
        <source>The run is not the plan</source>
        <translation>运行的不是这个方案</translation>
    </message>
    <message>
        <source>The run may lack the flags that the prediction assumes</source>
        <translation>运行可能缺少预测所假定的标志</translation>
    </message>
    <message>
        <source>There are two kinds of steps</source>
        <translation>有两种步</translation>
    </message>
    <message>
        <source>Timers of the run slow it down</source>
        <translation>运行的计时器拖慢了它</translation>
    </message>
    <message>
        <source>What ran cannot be this plan</source>
        <translation>跑的不可能是这个方案</translation>
    </message>
    <message>
        <source>a device draws {0} W of the {1} W that it may</source>
        <translation>一个设备用了 {0} W，上限 {1} W</translation>
    </message>
    <message>
        <source>a layer&apos;s forward pass is {0} of work for the device, and takes the host about {1} to issue</source>
        <translation>一层前向对设备是 {0} 的工作，而主机下发它约需 {1}</translation>
    </message>
    <message>
        <source>a measurement of {0} has no time</source>
        <translation>{0} 的测量没有时间</translation>
    </message>
    <message>
        <source>add one with runs add</source>
        <translation>用 runs add 添加一次</translation>
    </message>
    <message>
        <source>add the configuration with runs add, or name the plan with --plan</source>
        <translation>用 runs add 添加配置，或用 --plan 指明方案</translation>
    </message>
    <message>
        <source>add the launch script with runs add, or export the plan and run that</source>
        <translation>用 runs add 添加启动脚本，或导出方案并运行它</translation>
    </message>
    <message>
        <source>add the run with runs add</source>
        <translation>用 runs add 添加这次运行</translation>
    </message>
    <message>
        <source>compare the distance with the checkpoint interval; write checkpoints asynchronously or less often</source>
        <translation>把间隔与检查点周期对照；异步写检查点，或少写几次</translation>
    </message>
    <message>
        <source>correct model, batch, devices or accelerator of the run&apos;s plan</source>
        <translation>改正这次运行方案中的模型、批次、设备数或加速器</translation>
    </message>
    <message>
        <source>forward and backward pass take {0} on the fastest rank and {1} on the slowest</source>
        <translation>前向和反向在最快的 rank 上用 {0}，在最慢的上用 {1}</translation>
    </message>
    <message>
        <source>holds no measurement</source>
        <translation>没有任何测量</translation>
    </message>
    <message>
        <source>holds no run</source>
        <translation>没有任何运行</translation>
    </message>
    <message>
        <source>is a measurement of schema {0}; known is {1}</source>
        <translation>是格式版本 {0} 的测量；已知的是 {1}</translation>
    </message>
    <message>
        <source>known are configurations and scripts of MaxText, Megatron-LM, NeMo, torchtitan, DeepSpeed, the Trainer, axolotl, LLaMA-Factory, torchtune, LitGPT and Accelerate, programs on Hugging Face&apos;s libraries, config.json, Slurm and Kubernetes jobs, logs, and sentences that name model and chip</source>
        <translation>可识别 MaxText、Megatron-LM、NeMo、torchtitan、DeepSpeed、Trainer、axolotl、LLaMA-Factory、torchtune、LitGPT 和 Accelerate 的配置与脚本，使用 Hugging Face 库的程序，config.json，Slurm 与 Kubernetes 作业，日志，以及写明模型和芯片的句子</translation>
    </message>
    <message>
        <source>leave one GiB more, with recomputation or a smaller micro-batch: the retries end when memory was the cause</source>
        <translation>用重计算或更小的微批多留一 GiB：若是显存的缘故，重试就会消失</translation>
    </message>
    <message>
        <source>look for the policy in the configuration that the run printed</source>
        <translation>在运行打印的配置里找策略</translation>
    </message>
    <message>
        <source>measure all-reduce inside a node with NCCL_NVLS_ENABLE 0 and 2; check that the fabric manager runs</source>
        <translation>在节点内以 NCCL_NVLS_ENABLE 0 和 2 各测一次 all-reduce；检查 fabric manager 是否在运行</translation>
    </message>
    <message>
        <source>measure collectives across nodes: export --target measure, then compare its bandwidths with the adapters&apos; sum</source>
        <translation>测量跨节点的集合通信：export --target measure，再把带宽与各网卡之和对照</translation>
    </message>
    <message>
        <source>memory of {0} was measured where {1} gives {2}; {3} gives {4} and a step of {5}</source>
        <translation>测得显存 {0}，而 {1} 应为 {2}；{3} 是 {4}，一步 {5}</translation>
    </message>
    <message>
        <source>no communicator has NVLS channels ({0})</source>
        <translation>没有通信子有 NVLS 通道（{0}）</translation>
    </message>
    <message>
        <source>no profile has the name {0}; its config.json next to the other files would give the shape</source>
        <translation>没有名为 {0} 的档案；把它的 config.json 与其他文件一起给出即可得知形状</translation>
    </message>
    <message>
        <source>no profile is known for {0}</source>
        <translation>没有 {0} 的档案</translation>
    </message>
    <message>
        <source>no run has the id {0}</source>
        <translation>没有 id 为 {0} 的运行</translation>
    </message>
    <message>
        <source>no step time was read</source>
        <translation>没有读到步时</translation>
    </message>
    <message>
        <source>the input does not name the GPU</source>
        <translation>没有文本写明 GPU</translation>
    </message>
    <message>
        <source>the input does not name the model</source>
        <translation>没有文本写明模型</translation>
    </message>
    <message>
        <source>the input does not say how many; one node of {0} is assumed</source>
        <translation>没有文本写明数量；假定为一个有 {0} 个设备的节点</translation>
    </message>
    <message>
        <source>the input names no field of a plan</source>
        <translation>没有文本说明计划的任何字段</translation>
    </message>
    <message>
        <source>plot clocks and allocated memory over the run; heat and fragmentation grow with time, a change of the data does not</source>
        <translation>画出运行中的时钟和已分配显存；温度和碎片随时间增长，数据的变化不会</translation>
    </message>
    <message>
        <source>read the clocks during a step with nvidia-smi -q -d CLOCK,PERFORMANCE; a GEMM of export --target measure at full clock shows the loss</source>
        <translation>用 nvidia-smi -q -d CLOCK,PERFORMANCE 在训练时读时钟；export --target measure 在全速时钟下的 GEMM 能显示损失多少</translation>
    </message>
    <message>
        <source>record graphs of the step, or double the micro-batch: steps bound by the host do not grow with it</source>
        <translation>把一步录成图，或把微批加倍：受主机限制的步不会随之变长</translation>
    </message>
    <message>
        <source>run once with the larger micro-batch</source>
        <translation>用更大的微批跑一次</translation>
    </message>
    <message>
        <source>run once without the flag</source>
        <translation>不带这个标志跑一次</translation>
    </message>
    <message>
        <source>run the GEMMs of export --target measure on each node; if none is slow, stages or experts carry unequal work</source>
        <translation>在每个节点上跑 export --target measure 的 GEMM；若没有慢的，就是流水线段或专家的工作不均</translation>
    </message>
    <message>
        <source>run the same plan on the newer release</source>
        <translation>在新版本上跑同一个方案</translation>
    </message>
    <message>
        <source>run what the plan says, or plan what was run</source>
        <translation>按方案跑，或按跑的做方案</translation>
    </message>
    <message>
        <source>run with synthetic data: a step that becomes shorter names the input</source>
        <translation>用合成数据跑：一步变短，就是输入的问题</translation>
    </message>
    <message>
        <source>run with synthetic data; stalls that stay come from collectives, garbage collection or other jobs</source>
        <translation>用合成数据跑；仍在的停顿来自集合通信、垃圾回收或别的作业</translation>
    </message>
    <message>
        <source>run without wall_clock_breakdown or timing-log-level 2</source>
        <translation>关掉 wall_clock_breakdown 或 timing-log-level 2 再跑</translation>
    </message>
    <message>
        <source>see runs list {1}</source>
        <translation>见 runs list {1}</translation>
    </message>
    <message>
        <source>see what alternates: length of the data, garbage collection, a neighbour on the network; fix one and look at the chart</source>
        <translation>看什么在交替：数据长度、垃圾回收、网络上的邻居；固定其一，再看图</translation>
    </message>
    <message>
        <source>set the micro-batch of the plan</source>
        <translation>把微批设成方案的值</translation>
    </message>
    <message>
        <source>the environment sets NCCL_NVLS_ENABLE={0}</source>
        <translation>环境变量设了 NCCL_NVLS_ENABLE={0}</translation>
    </message>
    <message>
        <source>the environment sets {0}={1}</source>
        <translation>环境变量设了 {0}={1}</translation>
    </message>
    <message>
        <source>the last third of the steps is {0} longer than the first</source>
        <translation>最后三分之一的步长了 {0}（与最初三分之一相比）</translation>
    </message>
    <message>
        <source>the measured step would be {0} of the chip&apos;s peak</source>
        <translation>测得的一步相当于芯片峰值的 {0}，不可能</translation>
    </message>
    <message>
        <source>the next batch takes {0} of each step of {1}</source>
        <translation>每步 {1} 中，下一个批次占 {0}</translation>
    </message>
    <message>
        <source>the kit measures the GEMMs of an estimate, and this plan cannot be estimated</source>
        <translation>方案无法估算，而工具包测量的是它的 GEMM</translation>
    </message>
    <message>
        <source>the ranks print step times {0} apart</source>
        <translation>各 rank 打印的步时有 {0} 的差异</translation>
    </message>
    <message>
        <source>the row has no plan</source>
        <translation>这一行没有方案</translation>
    </message>
    <message>
        <source>the run has jaxlib {0}; with {1} the estimate is {2} shorter</source>
        <translation>运行用 jaxlib {0}；换成 {1}，估算短 {2}</translation>
    </message>
    <message>
        <source>the run makes {0} passes for each step, the plan {1}; by the estimate that takes {2} more</source>
        <translation>运行每步做 {0} 遍，方案 {1} 遍；按估算多用 {2}</translation>
    </message>
    <message>
        <source>the run shows none of the {0} advised flags; without them the estimate is {1}, with them {2}</source>
        <translation>运行里看不到建议的 {0} 个标志；没有它们估算为 {1}，有则为 {2}</translation>
    </message>
    <message>
        <source>the run&apos;s plan cannot be estimated: {0}</source>
        <translation>这次运行的方案无法估算：{0}</translation>
    </message>
    <message>
        <source>with micro-batches of {0} instead of {1} sequences the estimate is {2} shorter, and fits</source>
        <translation>微批用 {0} 个序列而不是 {1} 个，估算短 {2}，而且放得下</translation>
    </message>
    <message>
        <source>assumed fields that move the estimate: {0} ({1})</source>
        <translation>有 {0} 个影响估算的字段是假定的（{1}）</translation>
    </message>
    <message>
        <source>{0} is {1}; without it the estimate is {2} shorter</source>
        <translation>{0} 是 {1}；不设它，估算短 {2}</translation>
    </message>
    <message>
        <source>{0} lines of timers that make the host wait for the device</source>
        <translation>有 {0} 行计时器让主机等设备</translation>
    </message>
    <message>
        <source>{0} of the steps take {1}, the others {2}</source>
        <translation>{0} 的步用 {1}，其余用 {2}</translation>
    </message>
    <message>
        <source>{0} slow steps without a rhythm, {1} longer: {2} of the time</source>
        <translation>{0} 个没有节奏的慢步占了 {2} 的时间，各长 {1}</translation>
    </message>
    <message>
        <source>{0} steps, one every {1}, are {2} longer: {3} of the time</source>
        <translation>{0} 个步占了 {3} 的时间：每 {1} 步一个，各长 {2}</translation>
    </message>
    <message>
        <source>{0} was {1}, the plan says {2}; by the estimate that takes {3} more</source>
        <translation>{0} 是 {1}，方案写的是 {2}；按估算多用 {3}</translation>
    </message>
    <message>
        <source>search:N and next:N want a number from 1 to 1000</source>
        <translation>search:N 和 next:N 需要 1 到 1000 之间的数</translation>
    </message>
    <message>
        <source>take a key of profiles/fit/spreads.yaml</source>
        <translation>请取 profiles/fit/spreads.yaml 中的键</translation>
    </message>
    <message>
        <source>distinguishes {0} from {1}: no constant separates them by more than the {2} that such runs scatter by</source>
        <translation>区分 {0} 与 {1}：没有哪个常数能把二者分得比这类运行 {2} 的散布更清</translation>
    </message>
    <message>
        <source>distinguishes {0} from {1}: their intervals overlap because {2} is known to {3} only</source>
        <translation>区分 {0} 与 {1}：二者的区间重叠，因为 {2} 只知道到 {3} 的程度</translation>
    </message>
    <message>
        <source>the only configuration left</source>
        <translation>只剩下这一种配置</translation>
    </message>
    <message>
        <source>write one row for each constant: one number in the first, one more in each further</source>
        <translation>每个常数写一行：第一行一个数，之后每行多一个</translation>
    </message>
    <message>
        <source>{0} entries are wanted here</source>
        <translation>这里需要 {0} 项</translation>
    </message>
    <message>
        <source>{0} is no number of stack or chip profiles</source>
        <translation>{0} 不是软件栈或芯片配置文件中的数</translation>
    </message>
    <message>
        <source>fused MLP of experts</source>
        <translation>专家的融合 MLP</translation>
    </message>
    <message>
        <source>the cheapest of {0} machines that finish in time</source>
        <translation>{0} 种能按时完成的机器中最便宜的</translation>
    </message>
    <message>
        <source>the cheapest of {0} machines that keep both limits</source>
        <translation>{0} 种同时满足两项限制的机器中最便宜的</translation>
    </message>
    <message>
        <source>the soonest of {0} machines within the budget</source>
        <translation>{0} 种不超预算的机器中最快的</translation>
    </message>
    <message>
        <source>no machine keeps the limits; this one comes closest</source>
        <translation>没有机器满足限制；这一种最接近</translation>
    </message>
    <message>
        <source>the length of the run is not known</source>
        <translation>不知道训练的长度</translation>
    </message>
    <message>
        <source>give the training tokens: --tokens, or workload.training_tokens of the plan</source>
        <translation>请给出训练 token 数：--tokens，或计划的 workload.training_tokens</translation>
    </message>
    <message>
        <source>the price of {0} is not known</source>
        <translation>不知道 {0} 的价格</translation>
    </message>
    <message>
        <source>give one: --price {0}=USD</source>
        <translation>请给出价格：--price {0}=USD</translation>
    </message>
    <message>
        <source>{0} is no training</source>
        <translation>{0} 不是训练</translation>
    </message>
    <message>
        <source>set workload.mode to training</source>
        <translation>请将 workload.mode 设为 training</translation>
    </message>
    <message>
        <source>unpacks to more than {0} GiB; the rest was not read</source>
        <translation>解压后超过 {0} GiB；其余部分未读取</translation>
    </message>
    <message>
        <source>has more than {0} events of devices</source>
        <translation>设备事件超过 {0} 个</translation>
    </message>
    <message>
        <source>profile fewer steps</source>
        <translation>请减少剖析的步数</translation>
    </message>
    <message>
        <source>marks no steps on a device</source>
        <translation>没有在设备上标出任何一步</translation>
    </message>
    <message>
        <source>say how many it covers with --steps, counted once for each device</source>
        <translation>用 --steps 说明它包含多少步，每个设备各计一次</translation>
    </message>
    <message>
        <source>its terms are means of {0} profiled steps on {1} devices</source>
        <translation>各项是 {1} 个设备上 {0} 个剖析步的平均值</translation>
    </message>
    <message>
        <source>the profile ends too early; what it has counts</source>
        <translation>剖析文件过早结束；已有的部分有效</translation>
    </message>
    <message>
        <source>kernels are summed over {0} steps; when they ran is not told, so transfers count with waiting and with what computation hides</source>
        <translation>内核时间按 {0} 步求和；没有记录它们何时运行，因此通信包含等待以及被计算掩盖的部分</translation>
    </message>
    <message>
        <source>GEMMs, including the output head</source>
        <translation>矩阵乘法，含输出头</translation>
    </message>
    <message>
        <source>Attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>Element-wise, norms and optimizer</source>
        <translation>逐元素、归一化与参数更新</translation>
    </message>
    <message>
        <source>Unrecognised kernels</source>
        <translation>没有规则认识的内核</translation>
    </message>
    <message>
        <source>Exposed gathers, scatters and reductions</source>
        <translation>暴露的收集、分散与归约</translation>
    </message>
    <message>
        <source>Exposed expert all-to-all</source>
        <translation>暴露的专家交换</translation>
    </message>
    <message>
        <source>Exposed sends and receives</source>
        <translation>暴露的发送与接收</translation>
    </message>
    <message>
        <source>Gathers, scatters and reductions, hidden or exposed</source>
        <translation>收集、分散与归约，无论是否被掩盖</translation>
    </message>
    <message>
        <source>Expert all-to-all, hidden or exposed</source>
        <translation>专家交换，无论是否被掩盖</translation>
    </message>
    <message>
        <source>Sends and receives, hidden or exposed</source>
        <translation>发送与接收，无论是否被掩盖</translation>
    </message>
    <message>
        <source>Copies from and to the host</source>
        <translation>与主机之间的拷贝</translation>
    </message>
    <message>
        <source>Idle device</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>Transfers hidden by computation</source>
        <translation>被计算掩盖的通信</translation>
    </message>
    <message>
        <source>under the measuring kit&apos;s load one device runs at {0} MHz, another at {1} MHz</source>
        <translation>在测量工具的负载下，一个设备以 {0} MHz 运行，另一个以 {1} MHz 运行</translation>
    </message>
    <message>
        <source>{0} is not possible in this plan.</source>
        <translation>此方案不能采用 {0}。</translation>
    </message>
    <message>
        <source>It does not fit here: {0} too much.</source>
        <translation>在这里放不下：多出 {0}。</translation>
    </message>
    <message>
        <source>The fastest that fits is {0}.</source>
        <translation>放得下的里面最快的是 {0}。</translation>
    </message>
    <message>
        <source>Choose it here: no other that fits is faster.</source>
        <translation>在这里选它：放得下的里面没有更快的。</translation>
    </message>
    <message>
        <source>Choose it only to save memory: {0} also fits and is {1} faster per step.</source>
        <translation>只有要腾出空间时才选它：{0} 也放得下，每步还少 {1}。</translation>
    </message>
    <message>
        <source>Keeps {0} of every layer: {1} of saved activations per device; peak {2} in total.</source>
        <translation>它在每层保留 {0}：每设备保存的激活 {1}，峰值共 {2}。</translation>
    </message>
    <message>
        <source>Keeps only the input of every layer on the device: {0} of saved activations; peak {1} in total.</source>
        <translation>它在设备上只保留每层的输入：保存的激活 {0}，峰值共 {1}。</translation>
    </message>
    <message>
        <source>{0} wait in host memory: {1} a node.</source>
        <translation>{0} 在主机内存里等待：每节点 {1}。</translation>
    </message>
    <message>
        <source>A step takes {0}, {1} more than with {2}, which is the fastest.</source>
        <translation>一步需要 {0}，比最快的 {2} 多 {1}。</translation>
    </message>
    <message>
        <source>A step takes {0}; no policy is faster.</source>
        <translation>一步需要 {0}；没有更快的策略。</translation>
    </message>
    <message>
        <source>Next smaller: {0} saves {1} and costs {2} per step.</source>
        <translation>再下一级是 {0}：显存少 {1}，每步多 {2}。</translation>
    </message>
    <message>
        <source>Better: {0} saves {1} and is no slower.</source>
        <translation>更好的是 {0}：显存少 {1}，而且不更慢。</translation>
    </message>
    <message>
        <source>No policy needs less memory.</source>
        <translation>没有占显存更少的策略。</translation>
    </message>
    <message>
        <source>Matrix multiplications stay in {0}.</source>
        <translation>矩阵乘法保持 {0}。</translation>
    </message>
    <message>
        <source>On this chip it runs as {0}, with weights in {1} and activations in {2}.</source>
        <translation>在此芯片上由 {0} 运行，权重为 {1}，激活为 {2}。</translation>
    </message>
    <message>
        <source>A step takes {0}, {1} less than without a recipe.</source>
        <translation>一步需要 {0}，比没有配方少 {1}。</translation>
    </message>
    <message>
        <source>A step takes {0}, {1} more than without a recipe.</source>
        <translation>一步需要 {0}，比没有配方多 {1}。</translation>
    </message>
    <message>
        <source>The peak is {0}, {1} less than without.</source>
        <translation>峰值是 {0}，比没有时少 {1}。</translation>
    </message>
    <message>
        <source>The peak is {0}, {1} more than without.</source>
        <translation>峰值是 {0}，比没有时多 {1}。</translation>
    </message>
    <message>
        <source>A step takes {0}, the peak is {1}.</source>
        <translation>一步需要 {0}，峰值是 {1}。</translation>
    </message>
    <message>
        <source>Next faster: {0}, {1} less per step.</source>
        <translation>再上一级是 {0}：每步少 {1}。</translation>
    </message>
    <message>
        <source>No recipe that the plan can take is faster.</source>
        <translation>此方案能采用的配方里没有更快的。</translation>
    </message>
    <message>
        <source>Compare its loss with that of a run without it before the long training.</source>
        <translation>在长时间训练之前，先把它的损失与不用它的运行比较。</translation>
    </message>
    <message>
        <source>{0} is no theme of the glossary</source>
        <translation>{0} 不是词汇表的主题</translation>
    </message>
    <message>
        <source>name it under themes</source>
        <translation>请在 themes 下写出它</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no number</source>
        <translation>“{0}”不是数</translation>
    </message>
    <message>
        <source>a wrong answer passes task {0}</source>
        <translation>一个错误答案通过了任务 {0}</translation>
    </message>
    <message>
        <source>add a check that does not hold at the start</source>
        <translation>请加一条开始时不成立的检查</translation>
    </message>
    <message>
        <source>add a check that it does not pass, or remove it</source>
        <translation>请加一条它通不过的检查，或删去它</translation>
    </message>
    <message>
        <source>add one</source>
        <translation>请添加</translation>
    </message>
    <message>
        <source>add some under lessons</source>
        <translation>请在 lessons 下添加</translation>
    </message>
    <message>
        <source>correct the answer, or the check</source>
        <translation>请改正答案或检查</translation>
    </message>
    <message>
        <source>give hints, and checks with an answer, or a question</source>
        <translation>请给出 hints，并给出 checks 和 answer，或 question</translation>
    </message>
    <message>
        <source>give one of lesson, exercise and incident</source>
        <translation>请在 lesson、exercise 和 incident 中给出一个</translation>
    </message>
    <message>
        <source>give set, or gives</source>
        <translation>请给出 set 或 gives</translation>
    </message>
    <message>
        <source>give the course that it belongs to</source>
        <translation>请给出它所属的教程</translation>
    </message>
    <message>
        <source>lesson {0} is not known</source>
        <translation>没有课程 {0}</translation>
    </message>
    <message>
        <source>task {0} is solved when nothing is done</source>
        <translation>任务 {0} 什么都不做就已解决</translation>
    </message>
    <message>
        <source>the answer of task {0} does not reach {1}</source>
        <translation>任务 {0} 的答案达不到 {1}</translation>
    </message>
    <message>
        <source>the course has no lessons</source>
        <translation>教程里没有课</translation>
    </message>
    <message>
        <source>the wrong answer changes nothing</source>
        <translation>错误答案什么也没改</translation>
    </message>
    <message>
        <source>there is no screen, or no task</source>
        <translation>没有一屏，或没有任务</translation>
    </message>
    <message>
        <source>use small letters, digits and dashes</source>
        <translation>请用小写字母、数字和短横</translation>
    </message>
    <message>
        <source>was saved over another course: {0}</source>
        <translation>是在另一个教程下保存的：{0}</translation>
    </message>
    <message>
        <source>write an expression that gives one</source>
        <translation>请写一个结果为数的表达式</translation>
    </message>
    <message>
        <source>{0} is no id</source>
        <translation>{0} 不是标识</translation>
    </message>
    <message>
        <source>All else: gradients, activations, temporary</source>
        <translation>其余：梯度、激活值、临时缓冲区</translation>
    </message>
    <message>
        <source>All-gather</source>
        <translation>全收集（all-gather）</translation>
    </message>
    <message>
        <source>All-gathers of a step</source>
        <translation>一步中的全收集（all-gather）</translation>
    </message>
    <message>
        <source>All-reduce</source>
        <translation>全归约（all-reduce）</translation>
    </message>
    <message>
        <source>All-reduces of a step</source>
        <translation>一步中的全归约（all-reduce）</translation>
    </message>
    <message>
        <source>All-to-all</source>
        <translation>全交换（all-to-all）</translation>
    </message>
    <message>
        <source>All-to-alls of a step</source>
        <translation>一步中的全交换（all-to-all）</translation>
    </message>
    <message>
        <source>Arguments: weights and optimizer state</source>
        <translation>参数：权重与优化器状态</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Broadcasts of a step</source>
        <translation>一步中的广播</translation>
    </message>
    <message>
        <source>Element-wise</source>
        <translation>逐元素运算</translation>
    </message>
    <message>
        <source>Host copies</source>
        <translation>主机拷贝</translation>
    </message>
    <message>
        <source>Host memory for one device</source>
        <translation>每个设备的主机内存</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>MaxText&apos;s train_compile has no topology of {0}</source>
        <translation>MaxText 的 train_compile 没有 {0} 的拓扑</translation>
    </message>
    <message>
        <source>Memory is the compiler&apos;s figure for this plan ({1}): {0}. It is split over the terms in the estimate&apos;s proportions.</source>
        <translation>内存取自编译器对该方案的规划（{1}）：{0}。各项按估算中的比例分摊其总和。</translation>
    </message>
    <message>
        <source>Other kernels</source>
        <translation>其他内核</translation>
    </message>
    <message>
        <source>Other transfers</source>
        <translation>其他传输</translation>
    </message>
    <message>
        <source>Peak of one device</source>
        <translation>每个设备的峰值</translation>
    </message>
    <message>
        <source>Reduce-scatter</source>
        <translation>归约散播（reduce-scatter）</translation>
    </message>
    <message>
        <source>Reduce-scatters of a step</source>
        <translation>一步中的归约散播（reduce-scatter）</translation>
    </message>
    <message>
        <source>Send and receive</source>
        <translation>收发</translation>
    </message>
    <message>
        <source>Sends and receives of a step</source>
        <translation>一步中的收发</translation>
    </message>
    <message>
        <source>compile for the plan&apos;s own chips</source>
        <translation>请为方案自己的芯片编译</translation>
    </message>
    <message>
        <source>compile this plan, or set these fields as they were</source>
        <translation>请编译该方案，或把这些字段改回原值</translation>
    </message>
    <message>
        <source>compiled by the CPU back end, not for the plan&apos;s chips: its collectives are comparable, its memory is not</source>
        <translation>由 CPU 后端编译，并非针对方案的芯片：集合通信可以比较，内存不可比</translation>
    </message>
    <message>
        <source>compiled with {0}, which compiling on a CPU needs</source>
        <translation>编译时使用了 {0}，这是在 CPU 上编译所需</translation>
    </message>
    <message>
        <source>holds no compiled step</source>
        <translation>不含编译过的一步</translation>
    </message>
    <message>
        <source>holds no step of a run of yours, and those decide what may change</source>
        <translation>不含自有运行的任何一步，而哪些常数可以变动由它们决定</translation>
    </message>
    <message>
        <source>is a compiled step of schema {0}; known is {1}</source>
        <translation>是模式版本 {0} 的编译结果；已知的是 {1}</translation>
    </message>
    <message>
        <source>its plan cannot be read: {0}</source>
        <translation>无法读取其方案：{0}</translation>
    </message>
    <message>
        <source>look for the attention implementation in the log&apos;s first lines, or time one layer alone</source>
        <translation>在日志开头查找注意力的实现，或单独测一层的时间</translation>
    </message>
    <message>
        <source>measure collectives inside a node: export --target measure, or all_reduce_perf on one node</source>
        <translation>测量节点内的集合通信：export --target measure，或在一个节点上运行 all_reduce_perf</translation>
    </message>
    <message>
        <source>name a project file of runs (runs add) or a CSV next to it</source>
        <translation>请在它旁边给出运行的项目文件（runs add）或 CSV</translation>
    </message>
    <message>
        <source>name prove.json, a log with memory_analysis(), or a project file of runs</source>
        <translation>请指定 prove.json、含 memory_analysis() 的日志，或运行的项目文件</translation>
    </message>
    <message>
        <source>the input does not name the chip</source>
        <translation>没有文本写明芯片</translation>
    </message>
    <message>
        <source>the input does not say how many sequences a device takes at once</source>
        <translation>没有文本写明每个设备一次处理多少个序列</translation>
    </message>
    <message>
        <source>the input does not name the sequence length</source>
        <translation>没有文本写明长度</translation>
    </message>
    <message>
        <source>on {0} the estimate is {1}; {3} was measured, and the plan says {2}</source>
        <translation>在 {0} 上估计为 {1}；实测为 {3}，计划写的是 {2}</translation>
    </message>
    <message>
        <source>for {0} the estimate is {1}; {3} was measured, and the plan says {2}</source>
        <translation>对 {0} 估计为 {1}；实测为 {3}，计划写的是 {2}</translation>
    </message>
    <message>
        <source>read the device&apos;s name with nvidia-smi -L</source>
        <translation>用 nvidia-smi -L 读取设备名称</translation>
    </message>
    <message>
        <source>compare the number of parameters that the program prints with the plan&apos;s</source>
        <translation>将程序打印的参数量与计划中的比较</translation>
    </message>
    <message>
        <source>run once with the compiler on, and look for graph breaks</source>
        <translation>打开编译运行一次，并查看图中断</translation>
    </message>
    <message>
        <source>some loops do not tell how often they run: what is inside counts once (times marked +)</source>
        <translation>有些循环没有说明执行次数：其中的内容只计一次（次数标有 +）</translation>
    </message>
    <message>
        <source>tells neither memory nor collectives</source>
        <translation>既没有内存也没有集合通信</translation>
    </message>
    <message>
        <source>this plan was compiled by the CPU back end, not for its chips: the memory figure does not apply to them</source>
        <translation>该方案由 CPU 后端编译，并非针对其芯片：内存数值对这些芯片不适用</translation>
    </message>
    <message>
        <source>was compiled for another plan: {0}</source>
        <translation>是为另一个方案编译的：{0}</translation>
    </message>
    <message>
        <source>with attention unfused the estimate is {0} instead of {1}; {2} was measured</source>
        <translation>注意力不融合时估计为 {0} 而不是 {1}；实测为 {2}</translation>
    </message>
    <message>
        <source>with full recomputation the estimate is {0} instead of {1}; {2} was measured</source>
        <translation>全部重算时估计为 {0} 而不是 {1}；实测为 {2}</translation>
    </message>
    <message>
        <source>with {0} it fits: {1} of memory, {2} less a step</source>
        <translation>改为 {0} 即放得下：内存 {1}，每步少 {2}</translation>
    </message>
    <message>
        <source>without compilation the estimate is {0} instead of {1}; {2} was measured</source>
        <translation>不编译时估计为 {0} 而不是 {1}；实测为 {2}</translation>
    </message>
    <message>
        <source>{0} compiles no whole step ahead of time: the compiler can be asked for MaxText and for JAX programs</source>
        <translation>{0} 不会提前编译整个训练步：只有 MaxText 和 JAX 程序可以询问编译器</translation>
    </message>
    <message>
        <source>Activations are kept in host memory: their copies may run during the neighbouring layer. XLA withdrew this for a while after a model diverged with it, so compare losses too.</source>
        <translation>激活保存在主机内存中：它们的复制可以与相邻一层并行，而不是只与本层并行。曾有一个模型因此发散，XLA 一度撤下了它：也要比较损失。</translation>
    </message>
    <message>
        <source>set parallelism.zero_stage to {2}, or keep the weights on the devices</source>
        <translation>把 parallelism.zero_stage 设为 {2}，或把权重留在设备上</translation>
    </message>
    <message>
        <source>{1} offloads weights with ZeRO stage {2} alone, not {0}</source>
        <translation>{1} 只在 ZeRO 第 {2} 阶段卸载权重，而不是第 {0} 阶段</translation>
    </message>
    <message>
        <source>a number from {0} to {1}</source>
        <translation>{0} 到 {1} 之间的数</translation>
    </message>
    <message>
        <source>Accelerate splits sequences by PyTorch&apos;s context parallelism only under FSDP: parallelism.fsdp would have to hold the data ranks</source>
        <translation>Accelerate 只在 FSDP 下用 PyTorch 的上下文并行切分序列：数据并行的进程须归入 parallelism.fsdp</translation>
    </message>
    <message>
        <source>Accelerate splits sequences by PyTorch&apos;s context parallelism only under FSDP: parallelism.zero_stage would have to be 2 or 3</source>
        <translation>Accelerate 只在 FSDP 下用 PyTorch 的上下文并行切分序列：parallelism.zero_stage 须为 2 或 3</translation>
    </message>
    <message>
        <source>DeepSpeed splits Llama&apos;s, Qwen 2&apos;s and Mistral&apos;s layers over tensor ranks by itself, not experts, GPT-2&apos;s layers or norms of heads (0.19.6, tp_plan_converter.py:37, auto_tp.py:301 and :620); parallelism.tensor is {0}, and would have to be 1</source>
        <translation>DeepSpeed 能自行把 Llama、Qwen 2 和 Mistral 的层切到张量并行各 rank 上，但不能切专家、GPT-2 的层或各头的归一化（0.19.6，tp_plan_converter.py:37、auto_tp.py:301 和 :620）；parallelism.tensor 为 {0}，须为 1</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP knows the experts of Mixtral, Qwen 3 and DeepSeek; parallelism.expert is {0}, and would have to be 1</source>
        <translation>DeepSpeed 的 AutoEP 只认得 Mixtral、Qwen 3 和 DeepSeek 的专家；parallelism.expert 为 {0}，须为 1</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP takes no Ulysses (0.19.6, runtime/engine.py:588) and splits no expert (auto_ep_folding.py:214); parallelism.expert is {0}, and would have to be 1</source>
        <translation>DeepSpeed 的 AutoEP 不能与 Ulysses 同用（0.19.6，runtime/engine.py:588），也不切分单个专家（auto_ep_folding.py:214）；parallelism.expert 为 {0}，须为 1</translation>
    </message>
    <message>
        <source>MaxText has {0} on TPU only for global attention without sinks, not for windows</source>
        <translation>MaxText 在 TPU 上的 {0} 只用于没有 sink 的全局注意力，不支持窗口</translation>
    </message>
    <message>
        <source>MaxText has {0} on TPU only with fused attention</source>
        <translation>MaxText 在 TPU 上只有用融合注意力时才有 {0}</translation>
    </message>
    <message>
        <source>MaxText {0} only gathers keys and values for context parallelism on TPU; 0.2.4 has {1}</source>
        <translation>MaxText {0} 在 TPU 上的上下文并行只汇集键和值；0.2.4 才有 {1}</translation>
    </message>
    <message>
        <source>MaxText&apos;s ring on TPU takes sequences that are a multiple of context squared, {0}</source>
        <translation>MaxText 在 TPU 上的 ring 要求序列长度是上下文并行度平方 {0} 的整数倍</translation>
    </message>
    <message>
        <source>the Trainer collects the parameters (Transformers 5.12.1, integrations/deepspeed.py:639) before DeepSpeed puts experts over ranks in their place, and DeepSpeed then refuses to start (0.19.6, stage_1_and_2.py:778); parallelism.expert is {0}, and would have to be 1</source>
        <translation>Trainer 先收集参数（Transformers 5.12.1，integrations/deepspeed.py:639），之后 DeepSpeed 才换上分布到各 rank 的专家，于是 DeepSpeed 拒绝启动（0.19.6，stage_1_and_2.py:778）；parallelism.expert 为 {0}，须为 1</translation>
    </message>
    <message>
        <source>under FSDP, which PyTorch&apos;s context parallelism needs, the Trainer cannot train what is split over tensor ranks: Transformers leaves every rank plain parts of the weights (5.12.1, integrations/tensor_parallel.py:1575), Accelerate clips by the norm of a rank&apos;s own part (1.14.0, accelerator.py:3007), and what all ranks hold drifts apart; parallelism.tensor is {0}, and would have to be 1</source>
        <translation>在 PyTorch 上下文并行所需的 FSDP 下，Trainer 无法训练切到张量并行各 rank 上的模型：Transformers 在每个 rank 上只留下普通的权重分片（5.12.1，integrations/tensor_parallel.py:1575），Accelerate 按本 rank 分片的范数裁剪梯度（1.14.0，accelerator.py:3007），各 rank 共有的权重会逐渐不一致；parallelism.tensor 为 {0}，须为 1</translation>
    </message>
    <message>
        <source>MaxText&apos;s Ulysses has no latent attention</source>
        <translation>MaxText 的 Ulysses 不支持潜在注意力</translation>
    </message>
    <message>
        <source>the Trainer computes in 8 bits only through Accelerate (ACCELERATE_MIXED_PRECISION=fp8 without --bf16: Transformers 5.12.1, training_args.py:1554; Accelerate 1.14, accelerator.py:478), and no profile says what that costs, so the recipe {0} cannot be exported</source>
        <translation>Trainer 只有由 Accelerate 决定方式时才用 8 位计算（ACCELERATE_MIXED_PRECISION=fp8 且不带 --bf16：Transformers 5.12.1 的 training_args.py:1554，Accelerate 1.14 的 accelerator.py:478），而这里没有任何配置文件说明其代价：它没有配方 {0}</translation>
    </message>
    <message>
        <source>NCCL takes sockets for the network (lines of the log that say so: {0})</source>
        <translation>NCCL 的网络走的是 socket（日志有 {0} 行这样说）</translation>
    </message>
    <message>
        <source>adapters for which GPU Direct RDMA is off: {0}</source>
        <translation>{0} 块网卡没有启用 GPU Direct RDMA</translation>
    </message>
    <message>
        <source>devices that report a power cap in action: {0}</source>
        <translation>{0} 个设备报告功率上限正在起作用</translation>
    </message>
    <message>
        <source>devices that report a slowdown by heat or hardware: {0}</source>
        <translation>{0} 个设备报告因温度或硬件降频</translation>
    </message>
    <message>
        <source>faults for want of memory in the log: {0}</source>
        <translation>日志里有 {0} 次显存不足</translation>
    </message>
    <message>
        <source>it can explain {0} of a step</source>
        <translation>它能解释一步中的 {0}</translation>
    </message>
    <message>
        <source>a step is {0} longer than the plan&apos;s</source>
        <translation>一步比方案长 {0}</translation>
    </message>
    <message>
        <source>times that the allocator emptied its cache: {0}</source>
        <translation>分配器清空了 {0} 次缓存</translation>
    </message>
    <message>
        <source>Take {2} or later, or try the exported files with the release you have.</source>
        <translation>请用 {2} 或更新的版本，或用手头的版本试运行导出的文件。</translation>
    </message>
    <message>
        <source>{0} {1} is older than the releases that are known here, {2} on: what it needs and which arguments it takes is not checked.</source>
        <translation>{0} {1} 早于这里所知的版本（自 {2} 起）：它需要什么、接受哪些参数都没有检查。</translation>
    </message>
    <message>
        <source>A flag is at its default where another value is advised</source>
        <translation>某个标志保持默认值，而建议使用另一个值</translation>
    </message>
    <message>
        <source>Compile this plan (export --target prove), or clear the field.</source>
        <translation>请编译此方案（export --target prove），或清空该字段。</translation>
    </message>
    <message>
        <source>Memory is the estimate&apos;s: {0} {1}.</source>
        <translation>显存取自估算：{0} {1}。</translation>
    </message>
    <message>
        <source>add the run&apos;s log, configuration or script with it</source>
        <translation>请同时添加该运行的日志、配置或脚本</translation>
    </message>
    <message>
        <source>run once with the advised value</source>
        <translation>用建议的值运行一次</translation>
    </message>
    <message>
        <source>tells of a run that is not here, and not enough for a plan</source>
        <translation>描述的运行不在这里，且不足以构成方案</translation>
    </message>
    <message>
        <source>with micro-batches of {0} instead of {1} sequences, which makes the global batch {3}, the estimate is {2} shorter for the same tokens, and fits</source>
        <translation>微批次为 {0} 而非 {1} 个序列（全局批次因此为 {3}）时，处理同样的 token，估算缩短 {2}，且放得下</translation>
    </message>
    <message>
        <source>{0} is {1}, no faster than its default; the value that advise names makes the estimate {2} shorter</source>
        <translation>{0} 为 {1}，不比默认值更快；采用 advise 给出的值，估算缩短 {2}</translation>
    </message>
    <message>
        <source>{0} is not possible in this plan: {1}.</source>
        <translation>此方案不能采用 {0}：{1}。</translation>
    </message>
    <message>
        <source>Compile this plan (export --target prove) to know.</source>
        <translation>要确知，请编译此方案（export --target prove）。</translation>
    </message>
    <message>
        <source>This is a plan before the run: allocator fragmentation comes on top. When you edit the plan, the estimate is scaled by the same ratio.</source>
        <translation>这是运行之前的规划：分配器的碎片还要另加。修改方案后，沿用它与估算之比。</translation>
    </message>
    <message>
        <source>Not compiled for this plan, which differs in {0}. Memory is the estimate scaled by the ratio that the compiler showed for the other plan: weights and optimizer state {1}, everything else {2}.</source>
        <translation>此方案未经编译：它与编译过的方案在 {0} 上不同。显存为估算值，并按编译器在那里的修正：权重和优化器状态 {1}，其余 {2}。</translation>
    </message>
    <message>
        <source>add the run&apos;s log, output.log next to it</source>
        <translation>请添加该运行的日志，即旁边的 output.log</translation>
    </message>
    <message>
        <source>is gzip data that end too early or are damaged; what lies before was read</source>
        <translation>是不完整或已损坏的 gzip 数据；此前的内容已读入</translation>
    </message>
    <message>
        <source>is what Weights &amp; Biases keeps of a run, which is not read</source>
        <translation>是 Weights &amp; Biases 保存的运行记录，不能读取</translation>
    </message>
    <message>
        <source>A step takes more passes than the plan&apos;s</source>
        <translation>每步的前后向次数多于方案</translation>
    </message>
    <message>
        <source>{0} is left at its default; the value that advise names makes the estimate {1} shorter</source>
        <translation>{0} 保持默认值；采用 advise 给出的值，估算缩短 {1}</translation>
    </message>
    <message>
        <source>waiting until it is done</source>
        <translation>正在等待其完成</translation>
    </message>
    <message>
        <source>This run is not compared with a prediction, because nothing says {0}</source>
        <translation>此运行不与预测比较，因为没有任何信息说明{0}</translation>
    </message>
    <message>
        <source>add its log again with the plan that it followed (runs add LOG --plan PLAN)</source>
        <translation>请连同它所遵循的方案重新添加日志（runs add LOG --plan PLAN）</translation>
    </message>
    <message>
        <source>the input does not name the batch</source>
        <translation>没有文本写明批大小</translation>
    </message>
    <message>
        <source>run {0}: nothing says {1}</source>
        <translation>运行 {0}：没有任何信息说明{1}</translation>
    </message>
    <message>
        <source>the batch of a device is {0}; the number of devices is not named, {1} are assumed</source>
        <translation>每个设备的批为 {0}；设备数量未写明，假定为 {1}</translation>
    </message>
    <message>
        <source>the chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>the global batch</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>the number of devices</source>
        <translation>设备数量</translation>
    </message>
    <message>
        <source>{0} devices are named, but the degrees multiply to {1}, which is assumed</source>
        <translation>写明了 {0} 个设备，但各并行度之积为 {1}，假定为后者</translation>
    </message>
    <message>
        <source>{0} sequences for each of {1} devices are named, but not how many times a step</source>
        <translation>写明了 {1} 个设备各 {0} 个序列；每步多少次未写明</translation>
    </message>
    <message>
        <source>{0} × as long as predicted: {1} explained, {2} not</source>
        <translation>是预测的 {0} 倍：{1} 已解释，{2} 未解释</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}、{1}</translation>
    </message>
    <message>
        <source>Remove it; `headroom-cli explain {1}` says when to set the one that was meant.</source>
        <translation>请删掉它；`headroom-cli explain {1}` 说明本来要设的变量在什么时候才该设。</translation>
    </message>
    <message>
        <source>change {2}, or choose another framework</source>
        <translation>更改 {2}，或改用其他框架</translation>
    </message>
    <message>
        <source>{0} cannot run this plan: {1}</source>
        <translation>{0} 无法运行此方案：{1}</translation>
    </message>
    <message>
        <source>the frozen weights need the rotary positions that they were trained with, and the model names no base, or a scaling that this export cannot write; give the model `rope: {base: …, scaling: none|llama3|linear, factor: …, original_length: …}`</source>
        <translation>冻结权重需要训练时所用的旋转位置编码，而该模型没有给出基数，或其缩放方式不在这些导出所写之列；请为模型写明 `rope: {base: …, scaling: none|llama3|linear, factor: …, original_length: …}`</translation>
    </message>
    <message>
        <source>{0} is {1} in {2} and {3} in {4}; the first was taken</source>
        <translation>{0} 在 {2} 中是 {1}，在 {4} 中是 {3}；采用了前者</translation>
    </message>
    <message>
        <source>{0} nodes are named; {1} devices in each are assumed</source>
        <translation>写明了 {0} 个节点；假定每个有 {1} 个设备</translation>
    </message>
    <message>
        <source>Layout alone can shorten the step by {0}: from {1} to {2}, with the same model, batch, numerics and devices.</source>
        <translation>仅调整布局就能把每步缩短 {0}：从 {1} 降到 {2}，模型、批大小、数值格式和设备都不变。</translation>
    </message>
    <message>
        <source>Leave some memory free.</source>
        <translation>留出一些余量。</translation>
    </message>
    <message>
        <source>Where the time is saved, largest first:</source>
        <translation>节省时间的改动，收益最大的在前：</translation>
    </message>
    <message>
        <source>Changes that make it fit are offered, the smallest first.</source>
        <translation>可以使其放得下的更改如下所列,最小的在前。</translation>
    </message>
    <message>
        <source>At jaxlib {1} {0} is reported not to do what it is for: {2}</source>
        <translation>在 jaxlib {1} 上，据报告 {0} 没有起到应有的作用：{2}</translation>
    </message>
    <message>
        <source>Not advised at jaxlib {0}: {1}</source>
        <translation>在 jaxlib {0} 上不建议：{1}</translation>
    </message>
    <message>
        <source>{3}</source>
        <translation>{3}</translation>
    </message>
    <message>
        <source>MFU {0} is above all {5} measured runs of {1} on {2}; the best is {6}, by {7}</source>
        <translation>MFU {0} 高于 {2} 上 {1} 的全部 {5} 个实测运行：已知最好的是 {6}，来自 {7}</translation>
    </message>
    <message>
        <source>MFU {0} is high for {1} on {2}: half of {5} measured runs are at {3} to {4}; the best is {6}, by {7}</source>
        <translation>MFU {0} 对 {2} 上的 {1} 来说偏高：{5} 个实测运行中有一半在 {3} 到 {4} 之间；已知最好的是 {6}，来自 {7}</translation>
    </message>
    <message>
        <source>MFU {0} is low for {1} on {2}: half of {5} measured runs are at {3} to {4}; the best is {6}, by {7}</source>
        <translation>MFU {0} 对 {2} 上的 {1} 来说偏低：{5} 个实测运行中有一半在 {3} 到 {4} 之间；已知最好的是 {6}，来自 {7}</translation>
    </message>
    <message>
        <source>MFU {0} is typical for {1} on {2}: half of {5} measured runs are at {3} to {4}; the best is {6}, by {7}</source>
        <translation>MFU {0} 对 {2} 上的 {1} 来说是典型值：{5} 个实测运行中有一半在 {3} 到 {4} 之间；已知最好的是 {6}，来自 {7}</translation>
    </message>
    <message>
        <source>Measure one run, or calibrate with your own runs, before you rely on them.</source>
        <translation>在依赖这些数字之前，请先实测一次运行，或用自己的运行进行校准。</translation>
    </message>
    <message>
        <source>The figures are extrapolated: {0}.</source>
        <translation>这些数字是外推得到的：{0}。</translation>
    </message>
    <message>
        <source>adapters on {0}</source>
        <translation>{0}的适配器</translation>
    </message>
    <message>
        <source>dense models</source>
        <translation>稠密模型</translation>
    </message>
    <message>
        <source>at half of the peak there is little left to gain</source>
        <translation>达到峰值的一半就可以停手了</translation>
    </message>
    <message>
        <source>mixture-of-experts models</source>
        <translation>专家混合模型</translation>
    </message>
    <message>
        <source>mixtures of experts with about {0}B active parameters</source>
        <translation>激活参数约 {0}B 的专家混合模型</translation>
    </message>
    <message>
        <source>models with experts</source>
        <translation>带专家的模型</translation>
    </message>
    <message>
        <source>no run of {0} on more than {1} devices was measured</source>
        <translation>没有在超过 {1} 个设备上实测过{0}</translation>
    </message>
    <message>
        <source>no run of {0} on the software stack {1} was measured</source>
        <translation>没有在软件栈 {1} 上实测过{0}</translation>
    </message>
    <message>
        <source>no run of {0} on this kind of chip was measured</source>
        <translation>没有在这类芯片上实测过{0}</translation>
    </message>
    <message>
        <source>no run was measured whose tensor ranks leave a fast domain of {0} devices</source>
        <translation>没有实测过张量并行的 rank 超出 {0} 个设备的高速域的运行</translation>
    </message>
    <message>
        <source>no run with sequences of more than {0} tokens was measured</source>
        <translation>没有实测过序列超过 {0} 个 token 的运行</translation>
    </message>
    <message>
        <source>runs with adapters were measured by one source alone</source>
        <translation>带适配器的运行只有一个来源实测过</translation>
    </message>
    <message>
        <source>the inner axes fill a node or slice first</source>
        <translation>内层的轴先填满一个节点或 slice</translation>
    </message>
    <message>
        <source>the plan&apos;s mesh ({0}) no longer fits</source>
        <translation>方案的网格（{0}）不再相符</translation>
    </message>
    <message>
        <source>{0}B-class models</source>
        <translation>{0}B 级模型</translation>
    </message>
    <message>
        <source>Add the value.</source>
        <translation>请补上值。</translation>
    </message>
    <message>
        <source>Add {1}.</source>
        <translation>请加上 {1}。</translation>
    </message>
    <message>
        <source>CUDA_DEVICE_MAX_CONNECTIONS is {0}: below Blackwell, Megatron-LM wants 1 with tensor or context parallelism, and stops at start or overlaps less.</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS 为 {0}：在 Blackwell 之前的芯片上，Megatron-LM 使用张量或上下文并行时要求为 1，否则启动即停止，或重叠更少。</translation>
    </message>
    <message>
        <source>Change one of them.</source>
        <translation>请修改其中一个。</translation>
    </message>
    <message>
        <source>Did you mean {2}?</source>
        <translation>您是指 {2} 吗？</translation>
    </message>
    <message>
        <source>Export CUDA_DEVICE_MAX_CONNECTIONS=1.</source>
        <translation>请导出 CUDA_DEVICE_MAX_CONNECTIONS=1。</translation>
    </message>
    <message>
        <source>LLaMA-Factory puts adapters only on modules, and transformers keeps the experts of a layer in one tensor</source>
        <translation>LLaMA-Factory 只能在模块上加适配器，而 transformers 把一层的专家放在一个张量里</translation>
    </message>
    <message>
        <source>Leave one of the three out.</source>
        <translation>请去掉三者之一。</translation>
    </message>
    <message>
        <source>Make the product equal to the number of devices.</source>
        <translation>请使乘积等于设备数。</translation>
    </message>
    <message>
        <source>Make them equal.</source>
        <translation>请使两者相等。</translation>
    </message>
    <message>
        <source>Mend it.</source>
        <translation>请修正。</translation>
    </message>
    <message>
        <source>Model, batch or length are others than the plan&apos;s</source>
        <translation>模型、批量或序列长度与方案不同</translation>
    </message>
    <message>
        <source>Nothing here sets CUDA_DEVICE_MAX_CONNECTIONS: below Blackwell, Megatron-LM wants 1 with tensor or context parallelism, and stops at start or overlaps less.</source>
        <translation>这里没有设置 CUDA_DEVICE_MAX_CONNECTIONS：在 Blackwell 之前的芯片上，Megatron-LM 使用张量或上下文并行时要求为 1，否则启动即停止，或重叠更少。</translation>
    </message>
    <message>
        <source>Raise {0} to {3} at least.</source>
        <translation>请将 {0} 至少提高到 {3}。</translation>
    </message>
    <message>
        <source>Remove it, or check its spelling.</source>
        <translation>请删除，或检查拼写。</translation>
    </message>
    <message>
        <source>Remove it, or name an earlier release with --release.</source>
        <translation>请删除，或用 --release 指定更早的版本。</translation>
    </message>
    <message>
        <source>Remove one of them.</source>
        <translation>请删除其中一个。</translation>
    </message>
    <message>
        <source>Remove the value.</source>
        <translation>请删除该值。</translation>
    </message>
    <message>
        <source>Remove {0}.</source>
        <translation>请删除 {0}。</translation>
    </message>
    <message>
        <source>Remove {1}.</source>
        <translation>请删除 {1}。</translation>
    </message>
    <message>
        <source>The degrees multiply to {0}, and there are {1} devices.</source>
        <translation>各并行度之积为 {0}，而设备有 {1} 个。</translation>
    </message>
    <message>
        <source>This is no JSON that the program reads: {0}.</source>
        <translation>这不是程序能读的 JSON：{0}。</translation>
    </message>
    <message>
        <source>Write &quot;auto&quot; here.</source>
        <translation>请在此写 &quot;auto&quot;。</translation>
    </message>
    <message>
        <source>Write 1 or more.</source>
        <translation>请写 1 或更大的数。</translation>
    </message>
    <message>
        <source>as if the devices were joined at {0} GB/s, {1} of what it should be: over PCIe, not NVLink</source>
        <translation>如同设备之间只有 {0} GB/s，为应有的 {1}：走的是 PCIe 而不是 NVLink</translation>
    </message>
    <message>
        <source>as if the links gave {0} GB/s a device, {1} of what they should</source>
        <translation>如同链路每设备只有 {0} GB/s，为应有的 {1}</translation>
    </message>
    <message>
        <source>as if the network gave {0} GB/s a device, {1} of what it should</source>
        <translation>如同网络每设备只有 {0} GB/s，为应有的 {1}</translation>
    </message>
    <message>
        <source>as if the network gave {0} GB/s a device, {1} of what it should: InfiniBand or RoCE is not used</source>
        <translation>如同网络每设备只有 {0} GB/s，为应有的 {1}：没有使用 InfiniBand 或 RoCE</translation>
    </message>
    <message>
        <source>as if the network gave {0} GB/s a device, {1} of what it should: {2} of {3} adapters in use</source>
        <translation>如同网络每设备只有 {0} GB/s，为应有的 {1}：{3} 个网卡中只用了 {2} 个</translation>
    </message>
    <message>
        <source>checkpoints are sharded differently: resume from a format that reshards, or convert</source>
        <translation>检查点的分片方式改变：请从可重新分片的格式恢复，或先转换</translation>
    </message>
    <message>
        <source>compare parameters, global batch and sequence length of the log with the plan&apos;s</source>
        <translation>请比较日志与方案的参数量、全局批量和序列长度</translation>
    </message>
    <message>
        <source>compare the adapters that NCCL_DEBUG=INFO lists after NET/IB with ibstat, and look at NCCL_IB_HCA</source>
        <translation>请将 NCCL_DEBUG=INFO 在 NET/IB 之后列出的网卡与 ibstat 比较，并查看 NCCL_IB_HCA</translation>
    </message>
    <message>
        <source>is no row of a table of keys</source>
        <translation>不是键表的一行</translation>
    </message>
    <message>
        <source>is not below the folder that this program was started in</source>
        <translation>不在启动本程序的文件夹之下</translation>
    </message>
    <message>
        <source>keep the lines that list the ranks</source>
        <translation>请保留列出各进程的行</translation>
    </message>
    <message>
        <source>look at nvidia-smi nvlink -s for links that are down, and for other work on the node</source>
        <translation>请查看 nvidia-smi nvlink -s 是否有断开的链路，以及节点上是否有其他任务</translation>
    </message>
    <message>
        <source>look at nvidia-smi topo -m and nvidia-smi nvlink -s, and at NCCL_P2P_DISABLE</source>
        <translation>请查看 nvidia-smi topo -m 与 nvidia-smi nvlink -s，以及 NCCL_P2P_DISABLE</translation>
    </message>
    <message>
        <source>look at pcie.link.width.current and pcie.link.gen.current of nvidia-smi, and at the NUMA node of the process</source>
        <translation>请查看 nvidia-smi 的 pcie.link.width.current 与 pcie.link.gen.current，以及进程所在的 NUMA 节点</translation>
    </message>
    <message>
        <source>look at the clocks and the power cap with nvidia-smi -q -d CLOCK,POWER under load</source>
        <translation>请在负载下用 nvidia-smi -q -d CLOCK,POWER 查看时钟频率与功率上限</translation>
    </message>
    <message>
        <source>look at the memory clock, at ECC, and for another process on the device</source>
        <translation>请查看显存频率、ECC，以及设备上是否有其他进程</translation>
    </message>
    <message>
        <source>look for NET/Socket in the output of NCCL_DEBUG=INFO, and at NCCL_IB_DISABLE and NCCL_IB_HCA</source>
        <translation>请在 NCCL_DEBUG=INFO 的输出中查找 NET/Socket，并查看 NCCL_IB_DISABLE 与 NCCL_IB_HCA</translation>
    </message>
    <message>
        <source>machine {0} has chips of another kind: {1}, not {2}</source>
        <translation>机型 {0} 的芯片是另一种：{1}，不是 {2}</translation>
    </message>
    <message>
        <source>machine {0} is not known</source>
        <translation>未知的机型 {0}</translation>
    </message>
    <message>
        <source>measure one adapter with ib_write_bw, and look for GPU Direct RDMA in the output of NCCL_DEBUG=INFO</source>
        <translation>请用 ib_write_bw 测量单个网卡，并在 NCCL_DEBUG=INFO 的输出中查找 GPU Direct RDMA</translation>
    </message>
    <message>
        <source>memory gives {0} of its bandwidth</source>
        <translation>显存只达到其带宽的 {0}</translation>
    </message>
    <message>
        <source>model_type {0} is not supported: it has {1}, which no shape of a transformer expresses</source>
        <translation>不支持 model_type {0}：它含有 {1}，Transformer 的形状无法表达</translation>
    </message>
    <message>
        <source>name a file in it, without symbolic links that lead out of it</source>
        <translation>请指定其中的文件，且不经由指向外部的符号链接</translation>
    </message>
    <message>
        <source>name files</source>
        <translation>请指定文件</translation>
    </message>
    <message>
        <source>name one file</source>
        <translation>请指定一个文件</translation>
    </message>
    <message>
        <source>name the launch script and the configurations of one run</source>
        <translation>请指定同一次运行的启动脚本与配置</translation>
    </message>
    <message>
        <source>name the machine&apos;s plan with --plan</source>
        <translation>请用 --plan 指定该机器的方案</translation>
    </message>
    <message>
        <source>peak memory falls from {0} to {1}</source>
        <translation>内存峰值从 {0} 降到 {1}</translation>
    </message>
    <message>
        <source>peak memory falls from {0} to {1}, and {2} are there</source>
        <translation>内存峰值从 {0} 降到 {1}，可用 {2}</translation>
    </message>
    <message>
        <source>plan another model</source>
        <translation>请规划另一个模型</translation>
    </message>
    <message>
        <source>GEMMs run at {0} of what the chip should give</source>
        <translation>矩阵乘法只达到芯片应有速度的 {0}</translation>
    </message>
    <message>
        <source>see profiles/README.md</source>
        <translation>见 profiles/README.md</translation>
    </message>
    <message>
        <source>set hardware.accelerator to {1}, or name a machine with {2}</source>
        <translation>请将 hardware.accelerator 设为 {1}，或指定带有 {2} 的机型</translation>
    </message>
    <message>
        <source>no line of the files says this</source>
        <translation>文件中没有任何一行表达此项</translation>
    </message>
    <message>
        <source>is no longer what was read</source>
        <translation>已不是读取时的内容</translation>
    </message>
    <message>
        <source>read it again</source>
        <translation>请重新读取</translation>
    </message>
    <message>
        <source>standard input cannot be written</source>
        <translation>无法写入标准输入</translation>
    </message>
    <message>
        <source>take one that `headroom-cli profiles machines` lists, or add a file for it</source>
        <translation>请取 `headroom-cli profiles machines` 列出的一个，或为它添加一个文件</translation>
    </message>
    <message>
        <source>tells no run</source>
        <translation>没有说明任何运行</translation>
    </message>
    <message>
        <source>the link to the host gives {0} of its rate</source>
        <translation>到主机的链路只达到其速率的 {0}</translation>
    </message>
    <message>
        <source>the log prints {0} TFLOP/s a device; in {1} that is {2} TFLOP of a step, where the plan has {3}</source>
        <translation>日志打印每设备 {0} TFLOP/s；在 {1} 内即每步 {2} TFLOP，而方案为 {3}</translation>
    </message>
    <message>
        <source>train_batch_size {0} is not train_micro_batch_size_per_gpu {1} × gradient_accumulation_steps {2} × devices: DeepSpeed stops at start.</source>
        <translation>train_batch_size {0} 不等于 train_micro_batch_size_per_gpu {1} × gradient_accumulation_steps {2} × 设备数：DeepSpeed 启动即停止。</translation>
    </message>
    <message>
        <source>works on one script at a time</source>
        <translation>一次只能处理一个脚本</translation>
    </message>
    <message>
        <source>{0} ({1}) is below {2} ({3}): the program stops at start.</source>
        <translation>{0}（{1}）小于 {2}（{3}）：程序启动即停止。</translation>
    </message>
    <message>
        <source>{0} ({1}) is no multiple of {2} ({3}): the program stops at start.</source>
        <translation>{0}（{1}）不是 {2}（{3}）的整数倍：程序启动即停止。</translation>
    </message>
    <message>
        <source>{0} and {1} exclude each other.</source>
        <translation>{0} 与 {1} 互斥。</translation>
    </message>
    <message>
        <source>{0} does not take {1}.</source>
        <translation>{0} 不接受 {1}。</translation>
    </message>
    <message>
        <source>{0} {2} instead of {1}</source>
        <translation>{0} 从 {1} 变为 {2}</translation>
    </message>
    <message>
        <source>{0} has no effect with {1}.</source>
        <translation>{0} 与 {1} 同用时无效。</translation>
    </message>
    <message>
        <source>{0} has no setting for {1}</source>
        <translation>{0} 没有 {1} 的设置</translation>
    </message>
    <message>
        <source>{0} has no value: the program stops at start.</source>
        <translation>{0} 没有值：程序启动即停止。</translation>
    </message>
    <message>
        <source>{0} has the value {1}, and wants {2}.</source>
        <translation>{0} 的值为 {1}，而应为 {2}。</translation>
    </message>
    <message>
        <source>{0} is a switch and takes no value; {1} stops the program.</source>
        <translation>{0} 是开关，不带值；{1} 会使程序停止。</translation>
    </message>
    <message>
        <source>{0} is gone since {1}, and {2} is new in {3}: no release takes both.</source>
        <translation>{0} 自 {1} 起已移除，而 {2} 在 {3} 才出现：没有版本同时接受两者。</translation>
    </message>
    <message>
        <source>{0} is not judged: nothing names the chip</source>
        <translation>{0} 未作判断：没有说明芯片</translation>
    </message>
    <message>
        <source>{0} is not judged: nothing tells on how many nodes the ranks ran</source>
        <translation>{0} 未作判断：没有说明各进程运行在几个节点上</translation>
    </message>
    <message>
        <source>{0} is {1} here, and the Trainer&apos;s {2} is {3}: the Trainer stops at start.</source>
        <translation>这里 {0} 为 {1}，而 Trainer 的 {2} 为 {3}：Trainer 启动即停止。</translation>
    </message>
    <message>
        <source>{0} is {1}, and must be at least 1.</source>
        <translation>{0} 为 {1}，必须至少为 1。</translation>
    </message>
    <message>
        <source>{0} needs the same in both: {1}, and {2}.</source>
        <translation>{0} 在两处必须相同：{1} 与 {2}。</translation>
    </message>
    <message>
        <source>{0} of {1} ranks (nodes: {2}) reaches {3} GB/s bus bandwidth where {4} GB/s are expected ({5})</source>
        <translation>{1} 个进程的 {0}（节点数：{2}）达到 {3} GB/s 总线带宽，预期为 {4} GB/s（{5}）</translation>
    </message>
    <message>
        <source>{0} reaches {1} {3} where {2} {3} are expected ({4})</source>
        <translation>{0} 达到 {1} {3}，预期为 {2} {3}（{4}）</translation>
    </message>
    <message>
        <source>{0} takes one value; {1} after it stops the program.</source>
        <translation>{0} 只带一个值；其后的 {1} 会使程序停止。</translation>
    </message>
    <message>
        <source>{0} works only with {1}: the program stops at start.</source>
        <translation>{0} 只能与 {1} 同用：程序启动即停止。</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{1} does not know {0}: it drops the setting silently.</source>
        <translation>{1} 不认识 {0}：该设置会被悄悄丢弃。</translation>
    </message>
    <message>
        <source>{1} does not know {0}: it stops at start.</source>
        <translation>{1} 不认识 {0}：启动即停止。</translation>
    </message>
    <message>
        <source>{1} does not know {0}: the setting may be lost.</source>
        <translation>{1} 不认识 {0}：该设置可能丢失。</translation>
    </message>
    <message>
        <source>{1} has no {0} since {2}: it stops at start.</source>
        <translation>{1} 自 {2} 起没有 {0}：启动即停止。</translation>
    </message>
    <message>
        <source>{1} has no {0} since {2}: that release and later ones stop at start.</source>
        <translation>{1} 自 {2} 起没有 {0}：该版本及以后的版本启动即停止。</translation>
    </message>
    <message>
        <source>{1} has {0} since {2}: {3} stops at start.</source>
        <translation>{1} 自 {2} 起才有 {0}：{3} 启动即停止。</translation>
    </message>
    <message>
        <source>Keep your plan: it is the best found.</source>
        <translation>保留您的方案：它是找到的最佳方案。</translation>
    </message>
    <message>
        <source>Keep your plan: it is within {0} of the best.</source>
        <translation>保留您的方案：它与最佳方案相差不超过 {0}。</translation>
    </message>
    <message>
        <source>GEMMs</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no name of a chip</source>
        <translation>“{0}”不是芯片名</translation>
    </message>
    <message>
        <source>a chip file comes from one measure.json of the measuring kit; {0} were read</source>
        <translation>芯片文件由测量工具的一个 measure.json 生成;读到了 {0} 个</translation>
    </message>
    <message>
        <source>chip {0} is known already</source>
        <translation>芯片 {0} 已存在</translation>
    </message>
    <message>
        <source>choose another name, or add --force to replace your own file</source>
        <translation>换一个名字,或加 --force 替换您自己的文件</translation>
    </message>
    <message>
        <source>measure matrix multiplication and copies: run the kit to its end</source>
        <translation>测量矩阵乘法与拷贝:把测量工具运行到底</translation>
    </message>
    <message>
        <source>measure with the kit of a plan on the chip that is most alike</source>
        <translation>用最相近芯片上的方案的测量工具来测量</translation>
    </message>
    <message>
        <source>name one, as `headroom-cli export PLAN --target measure` makes it</source>
        <translation>给出一个由 `headroom-cli export PLAN --target measure` 生成的文件</translation>
    </message>
    <message>
        <source>neither the device {0} nor the chip {1} is known</source>
        <translation>设备 {0} 与芯片 {1} 都不认识</translation>
    </message>
    <message>
        <source>no rate of the chip follows from its measurements</source>
        <translation>测量结果推不出芯片的任何速率</translation>
    </message>
    <message>
        <source>use 1 to 40 of a-z, 0-9 and dash, for example my-cluster-h100</source>
        <translation>使用 1 到 40 个 a-z、0-9 和短横线,例如 my-cluster-h100</translation>
    </message>
    <message>
        <source>A batch takes {0} times a step to load, and the devices wait for what is late. Megatron&apos;s batch-generator timer says so; elsewhere the utilization that nvidia-smi shows is below 100 %.</source>
        <translation>加载一个批次需要 {0} 倍的步时,设备在等待迟到的部分。Megatron 的 batch-generator 计时器会显示;在其他框架中,nvidia-smi 显示的利用率低于 100 %。</translation>
    </message>
    <message>
        <source>A cable runs at half its rate</source>
        <translation>一根线缆只有一半速率</translation>
    </message>
    <message>
        <source>A hot device lowers its clocks</source>
        <translation>一个过热的设备降低了频率</translation>
    </message>
    <message>
        <source>A node communicates over PCIe instead of NVLink</source>
        <translation>一个节点经由 PCIe 而不是 NVLink 通信</translation>
    </message>
    <message>
        <source>A port came up at {0} of its rate. all_reduce_perf between pairs of nodes shows where; ibstat on that node would show the rate.</source>
        <translation>一个端口只以 {0} 的速率启动。在节点对之间运行 all_reduce_perf 可以找到它;该节点上的 ibstat 会显示速率。</translation>
    </message>
    <message>
        <source>Activation checkpointing was left on</source>
        <translation>激活检查点忘记关闭</translation>
    </message>
    <message>
        <source>Another program shares the devices</source>
        <translation>另一个程序共用这些设备</translation>
    </message>
    <message>
        <source>Another program takes its part of the devices: {0} of their rate is left.</source>
        <translation>另一个程序占用了设备的一部分:只剩 {0} 的速率。</translation>
    </message>
    <message>
        <source>CUDA_DEVICE_MAX_CONNECTIONS is not 1</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS 不是 1</translation>
    </message>
    <message>
        <source>Checkpoints stop the run</source>
        <translation>写检查点时运行停顿</translation>
    </message>
    <message>
        <source>Collectives are merged only up to {0} bytes, so that each layer makes many small messages. XLA_FLAGS in the log says so.</source>
        <translation>集合通信最多只合并到 {0} 字节,因此每层产生许多小消息。日志中的 XLA_FLAGS 说明了这一点。</translation>
    </message>
    <message>
        <source>Collectives inside the NVSwitch domain could read XLA&apos;s buffers without a copy. What they gather then lies outside the pool: lower the memory fraction by that much and measure.</source>
        <translation>NVSwitch 域内的集合通信可以不经复制直接读取 XLA 的缓冲区。它们收集的东西于是在内存池之外：把显存比例调低相应的量，再实测。</translation>
    </message>
    <message>
        <source>Each tensor group spans four nodes, so its collectives, several per layer, cross the network. The mesh in the log says so.</source>
        <translation>每个张量并行组分布在四个节点上,因此每层的多次通信都要跨越网络。日志中的网格说明了这一点。</translation>
    </message>
    <message>
        <source>Every kernel is slow</source>
        <translation>所有内核都变慢</translation>
    </message>
    <message>
        <source>Every kernel runs at {0} of its rate.</source>
        <translation>所有内核都只有 {0} 的速率。</translation>
    </message>
    <message>
        <source>Every tenth step writes a checkpoint and is {0} steps longer. The ordinary step is as planned, so that only the mean suffers.</source>
        <translation>每十步写一次检查点,该步多花 {0} 步的时间。普通的步与计划一致,因此只有平均值变差。</translation>
    </message>
    <message>
        <source>FP8 silently falls back to 16 bits</source>
        <translation>FP8 不声不响地退回 16 位</translation>
    </message>
    <message>
        <source>GPTQ and AWQ keep packed weights in buffers, which ZeRO 3 and FSDP leave whole on every rank: they cannot be split into the {0} shards of the plan; nf4 can</source>
        <translation>GPTQ 和 AWQ 把打包的权重放在缓冲区中,ZeRO 3 和 FSDP 会在每个 rank 上完整保留:它们不能切成计划中的 {0} 个分片;nf4 可以</translation>
    </message>
    <message>
        <source>Heat holds one device at {0} of its clock, and all others wait for it. nvidia-smi shows the clock and the reason.</source>
        <translation>过热使一个设备只有 {0} 的频率,其他设备都在等它。nvidia-smi 显示频率和原因。</translation>
    </message>
    <message>
        <source>Matrix multiplications fall back to 16 bits</source>
        <translation>矩阵乘法退回 16 位</translation>
    </message>
    <message>
        <source>Megatron-Bridge&apos;s CanonicalLoRA separates query, key and value only in models with a gated MLP, and its LoRA keeps them together: name all three of q, k and v, or none</source>
        <translation>Megatron-Bridge 的 CanonicalLoRA 只在带门控 MLP 的模型中把 query、key、value 分开,它的 LoRA 则保持合并:q、k、v 请全部列出或都不列</translation>
    </message>
    <message>
        <source>Memory fragments as the run goes on</source>
        <translation>随着运行,内存逐渐碎片化</translation>
    </message>
    <message>
        <source>NCCL does not use InfiniBand</source>
        <translation>NCCL 没有使用 InfiniBand</translation>
    </message>
    <message>
        <source>Nothing is broken: the chip is another one</source>
        <translation>没有故障:只是换了一种芯片</translation>
    </message>
    <message>
        <source>Now and then a host comes late with its work, by {0} of a step. The slow steps have no rhythm.</source>
        <translation>主机不时迟到,拖延一步的 {0}。慢步没有规律。</translation>
    </message>
    <message>
        <source>One adapter gives {0} of its rate, and every collective across nodes waits for it. all_reduce_perf between pairs of nodes shows where.</source>
        <translation>一块网卡只有 {0} 的速率,所有跨节点的集合通信都在等它。在节点对之间运行 all_reduce_perf 可以找到它。</translation>
    </message>
    <message>
        <source>One network adapter is slow</source>
        <translation>一块网卡变慢</translation>
    </message>
    <message>
        <source>Other work on a host delays single steps</source>
        <translation>主机上的其他工作拖延个别步</translation>
    </message>
    <message>
        <source>PEFT&apos;s DoRA needs a module for each matrix, and the experts of a layer are one tensor</source>
        <translation>PEFT 的 DoRA 按模块工作,而一层的专家在同一个张量中</translation>
    </message>
    <message>
        <source>Replicas lie inside the nodes and shards of the weights across them: every gather of weights crosses the network. The mesh in the log says so.</source>
        <translation>副本位于节点内,权重分片跨节点:每次权重聚集都要跨越网络。日志中的网格说明了这一点。</translation>
    </message>
    <message>
        <source>Tensor ranks lie on several nodes</source>
        <translation>张量并行的 rank 分布在多个节点上</translation>
    </message>
    <message>
        <source>The allocator empties its cache ever more often: the last step is {0} longer than the first. The log counts the retries.</source>
        <translation>分配器越来越频繁地清空缓存:最后一步比第一步长 {0}。日志中有重试次数。</translation>
    </message>
    <message>
        <source>The batch is smaller than planned</source>
        <translation>批量比计划的小</translation>
    </message>
    <message>
        <source>The busiest expert takes {0} times the mean, and every rank waits for it. The load-balancing loss in the log is above 1.</source>
        <translation>最忙的专家是平均值的 {0} 倍,所有 rank 都在等它。日志中的负载均衡损失高于 1。</translation>
    </message>
    <message>
        <source>The combine thresholds do not suit the layers</source>
        <translation>合并阈值不适合各层</translation>
    </message>
    <message>
        <source>The configuration says FP8, and the matrix multiplications run in bf16. Nothing prints that; the step is that of a plan without the recipe, and a profile shows the kernels.</source>
        <translation>配置写的是 FP8,矩阵乘法却以 bf16 运行。没有任何输出说明这一点;步时等于不用该方案的计划,性能剖析会显示实际内核。</translation>
    </message>
    <message>
        <source>The container has no driver for the adapters, so that NCCL takes TCP sockets at {0} of the network&apos;s rate. NET/Socket in NCCL&apos;s lines says it, and all_reduce_perf between nodes shows what is left.</source>
        <translation>容器中没有网卡驱动,因此 NCCL 使用 TCP 套接字,只有网络速率的 {0}。NCCL 日志行中的 NET/Socket 说明了这一点,节点间的 all_reduce_perf 显示剩下多少。</translation>
    </message>
    <message>
        <source>The data loader is too slow</source>
        <translation>数据加载太慢</translation>
    </message>
    <message>
        <source>The devices wait for the host</source>
        <translation>设备在等待主机</translation>
    </message>
    <message>
        <source>The devices&apos; memory is slow</source>
        <translation>设备的内存变慢</translation>
    </message>
    <message>
        <source>The fused cross-entropy is off: logits are copied to fp32 and pass through memory several times. The configuration in the log says so.</source>
        <translation>融合交叉熵被关闭:logits 复制为 fp32 并多次经过内存。日志中的配置说明了这一点。</translation>
    </message>
    <message>
        <source>The latency-hiding scheduler is off</source>
        <translation>延迟隐藏调度器已关闭</translation>
    </message>
    <message>
        <source>The links of one node fell back to PCIe at {0} of its rate. all_reduce_perf inside each node shows which one; nvidia-smi topo -m would show SYS or PHB where NV18 should be.</source>
        <translation>一个节点的链路退回到 PCIe,只有 {0} 的速率。在每个节点内运行 all_reduce_perf 可以找到它;nvidia-smi topo -m 会在应为 NV18 处显示 SYS 或 PHB。</translation>
    </message>
    <message>
        <source>The loss is computed from logits in 32 bits</source>
        <translation>损失用 32 位的 logits 计算</translation>
    </message>
    <message>
        <source>The memory gives {0} of its bandwidth.</source>
        <translation>内存只有 {0} 的带宽。</translation>
    </message>
    <message>
        <source>The names in the profile are not those of this program, so that the scheduler hides nothing. XLA says which ones it did not find.</source>
        <translation>性能剖析中的名称不属于这个程序,因此调度器什么也隐藏不了。XLA 会说明它没有找到哪些。</translation>
    </message>
    <message>
        <source>The plan was made for another chip than the one that the job got. The device&apos;s name in the log says so.</source>
        <translation>计划针对的芯片与作业得到的不同。日志中的设备名说明了这一点。</translation>
    </message>
    <message>
        <source>The ranks are in the wrong order</source>
        <translation>rank 的顺序不对</translation>
    </message>
    <message>
        <source>The run recomputes every layer, which the plan does not ask for. The configuration in the log says full.</source>
        <translation>运行重计算了每一层,而计划没有要求。日志中的配置写的是 full。</translation>
    </message>
    <message>
        <source>The run takes one of {0} sequences: a step is shorter, and each token costs more. The configuration in the log says so.</source>
        <translation>运行每 {0} 条序列只取一条:每步更短,每个 token 更贵。日志中的配置说明了这一点。</translation>
    </message>
    <message>
        <source>The scheduler&apos;s profile is of another program</source>
        <translation>调度器的性能剖析来自另一个程序</translation>
    </message>
    <message>
        <source>The scheduler&apos;s profile is of another release</source>
        <translation>调度器的性能剖析来自另一个版本</translation>
    </message>
    <message>
        <source>Tokens go to few of the experts</source>
        <translation>token 集中到少数专家</translation>
    </message>
    <message>
        <source>With {0} queues collectives start after the matrix multiplications that should hide them, on chips before Blackwell. The environment in the log says so.</source>
        <translation>使用 {0} 个队列时,在 Blackwell 之前的芯片上,集合通信排在并行的矩阵乘法之后,启动得晚。日志中的环境变量说明了这一点。</translation>
    </message>
    <message>
        <source>a benchmark inside a node reached what {0} of the links&apos; rate would give</source>
        <translation>节点内的基准测试只达到链路速率的 {0} 所能给出的结果</translation>
    </message>
    <message>
        <source>a benchmark of the run&apos;s nodes reached what {0} of the network&apos;s rate would give</source>
        <translation>运行所用节点的基准测试只达到网络速率的 {0} 所能给出的结果</translation>
    </message>
    <message>
        <source>adapter {1} of node {0}</source>
        <translation>节点 {0} 的网卡 {1}</translation>
    </message>
    <message>
        <source>the file that is exported for {0} uses no {1} parallelism: parallelism.{1} is {2} in the plan, and would have to be 1</source>
        <translation>为 {0} 导出的文件不使用 {1} 并行:计划中 parallelism.{1} 为 {2},应为 1</translation>
    </message>
    <message>
        <source>the program that is exported for adapters keeps whole sequences on a rank: parallelism.context is {0}, and would have to be 1</source>
        <translation>为适配器导出的程序在每个进程上保留整个序列:parallelism.context 为 {0},应为 1</translation>
    </message>
    <message>
        <source>Megatron-Bridge&apos;s DoRA works on query, key and value in one matrix: name all three of q, k and v, or none</source>
        <translation>Megatron-Bridge 的 DoRA 作用于合并了 query、key 和 value 的矩阵:q、k、v 要么都写,要么都不写</translation>
    </message>
    <message>
        <source>Megatron-Bridge&apos;s DoRA reads the weight of a single matrix, and routed experts are many in one module</source>
        <translation>Megatron-Bridge 的 DoRA 读取单个矩阵的权重,而路由专家在一个模块中有许多矩阵</translation>
    </message>
    <message>
        <source>MaxText {0} trains adapters next to weights in 16 bits; 0.2.4 also next to nf4 and int8</source>
        <translation>MaxText {0} 只在 16 位权重旁训练适配器;0.2.4 也支持 nf4 和 int8</translation>
    </message>
    <message>
        <source>by the driver even the busiest device is idle {0} of a step of {1}</source>
        <translation>据驱动显示,在 {1} 的一步中,即使最忙的设备也空闲 {0}</translation>
    </message>
    <message>
        <source>collectives that the profile does not know: {0}</source>
        <translation>性能剖析中没有的集合通信:{0}</translation>
    </message>
    <message>
        <source>device {1} of node {0}</source>
        <translation>节点 {0} 的设备 {1}</translation>
    </message>
    <message>
        <source>is reinforcement learning (PPO, GRPO and the like), which generates as well as trains: Headroom plans pre-training, supervised tuning and DPO</source>
        <translation>是强化学习(PPO、GRPO 等),既要训练又要生成:Headroom 规划预训练、监督微调和 DPO</translation>
    </message>
    <message>
        <source>leave workload.packing.mean_tokens empty, and say with share_padding how much is padding</source>
        <translation>让 workload.packing.mean_tokens 为空,用 share_padding 说明填充所占的比例</translation>
    </message>
    <message>
        <source>look for FP8 kernels in a profile of one step: their names say it</source>
        <translation>在一步的性能剖析中查找 FP8 内核:它们的名称会说明</translation>
    </message>
    <message>
        <source>name all of them in tuning.targets, or none</source>
        <translation>在 tuning.targets 中全部列出,或都不列</translation>
    </message>
    <message>
        <source>name another, or leave the framework to the seed</source>
        <translation>换一个名称,或让种子决定框架</translation>
    </message>
    <message>
        <source>no export trains embedding or head next to adapters for {0}; programs on Hugging Face&apos;s Trainer do</source>
        <translation>没有导出能为 {0} 在适配器之外训练嵌入或输出头;基于 Hugging Face Trainer 的程序可以</translation>
    </message>
    <message>
        <source>no export trains preferences (DPO) for {0}; those for TRL, axolotl and LLaMA-Factory do</source>
        <translation>没有导出能为 {0} 训练偏好(DPO);TRL、axolotl 和 LLaMA-Factory 的导出可以</translation>
    </message>
    <message>
        <source>no export writes {0} for {1}; programs on Hugging Face&apos;s Trainer have it</source>
        <translation>没有导出能为 {1} 写出 {0};基于 Hugging Face Trainer 的程序有</translation>
    </message>
    <message>
        <source>no incident writes the log of &apos;{0}&apos;</source>
        <translation>没有故障演练会写“{0}”的日志</translation>
    </message>
    <message>
        <source>no plan of this framework has the fault &apos;{0}&apos;</source>
        <translation>这个框架的计划都没有故障“{0}”</translation>
    </message>
    <message>
        <source>node {0}</source>
        <translation>节点 {0}</translation>
    </message>
    <message>
        <source>preferences are trained, and inference trains nothing</source>
        <translation>偏好需要训练,而推理不训练任何东西</translation>
    </message>
    <message>
        <source>print tokens per expert, and raise the coefficient of the auxiliary loss</source>
        <translation>打印每个专家的 token 数,并提高辅助损失的系数</translation>
    </message>
    <message>
        <source>record the profile again with this release, or run without it</source>
        <translation>用这个版本重新记录性能剖析,或不用它运行</translation>
    </message>
    <message>
        <source>set tuning.base to nf4, int8, gptq, awq or fp8, or tuning.method to lora</source>
        <translation>将 tuning.base 设为 nf4、int8、gptq、awq 或 fp8,或将 tuning.method 设为 lora</translation>
    </message>
    <message>
        <source>set workload.mode to training, or tuning.objective to next_token</source>
        <translation>将 workload.mode 设为 training,或将 tuning.objective 设为 next_token</translation>
    </message>
    <message>
        <source>the answers of a pair are sequences by themselves: nothing is packed</source>
        <translation>一对中的回答各自是独立的序列:不做打包</translation>
    </message>
    <message>
        <source>the program of this export trains on documents: preferences (DPO) are for the targets trl, axolotl and llama-factory</source>
        <translation>这个导出的程序用文档训练:偏好(DPO)请用目标 trl、axolotl 和 llama-factory</translation>
    </message>
    <message>
        <source>the router&apos;s load-balancing loss is {0}, where even experts have 1: the busiest takes about {1} times the mean</source>
        <translation>路由器的负载均衡损失为 {0},专家均衡时为 1:最忙的约为平均值的 {1} 倍</translation>
    </message>
    <message>
        <source>the two sequences of a pair must be on one rank, and a micro-batch of {0} is no whole number of pairs</source>
        <translation>一对中的两条序列位于同一个 rank:{0} 的微批次不是整数对</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>there is no level {0}</source>
        <translation>没有级别 {0}</translation>
    </message>
    <message>
        <source>time the data loader by itself, and run once with synthetic data: equal means the host does something else</source>
        <translation>单独测量数据加载的时间,并用合成数据运行一次:若相同,则是主机在做别的事</translation>
    </message>
    <message>
        <source>torchtitan (sources of 2026-08-21, models/common/attention.py) holds {0} in one matrix, which gets adapters as a whole or not at all</source>
        <translation>torchtitan(2026-08-21 的源码,models/common/attention.py)把 {0} 放在一个矩阵中,要么都有适配器,要么都没有</translation>
    </message>
    <message>
        <source>use 1 to {1}</source>
        <translation>请用 1 到 {1}</translation>
    </message>
    <message>
        <source>use maxtext, megatron or torchtitan</source>
        <translation>请用 maxtext、megatron 或 torchtitan</translation>
    </message>
    <message>
        <source>without {0} the estimate is {1}, with it {2}; {3} was measured</source>
        <translation>没有 {0} 时估计为 {1},有它时为 {2};实测为 {3}</translation>
    </message>
    <message>
        <source>xla_gpu_enable_latency_hiding_scheduler=false is in XLA_FLAGS: collectives no longer overlap with computation.</source>
        <translation>XLA_FLAGS 中有 xla_gpu_enable_latency_hiding_scheduler=false:集合通信不再与计算同时进行。</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; cannot be measured</source>
        <translation>无法测量“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no place of the cluster</source>
        <translation>“{0}”不是集群里的位置</translation>
    </message>
    <message>
        <source>16 bits in place of FP8</source>
        <translation>用 16 位代替 FP8</translation>
    </message>
    <message>
        <source>A short run, changed: {0}</source>
        <translation>短运行，改动：{0}</translation>
    </message>
    <message>
        <source>All-reduce between node {0} and node {1}</source>
        <translation>节点 {0} 与节点 {1} 之间的 all-reduce</translation>
    </message>
    <message>
        <source>All-reduce inside node {0}</source>
        <translation>节点 {0} 内的 all-reduce</translation>
    </message>
    <message>
        <source>CUDA_DEVICE_MAX_CONNECTIONS=1</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS=1</translation>
    </message>
    <message>
        <source>Memory of device {1} of node {0}</source>
        <translation>节点 {0} 的设备 {1} 的内存</translation>
    </message>
    <message>
        <source>Trace of one step</source>
        <translation>一步的 trace</translation>
    </message>
    <message>
        <source>With the change 20 steps take {0} in the middle, {1} to {2}.</source>
        <translation>改动后，20 步的中位数是 {0}，范围 {1} 到 {2}。</translation>
    </message>
    <message>
        <source>With the change the run dies out of memory at its first step.</source>
        <translation>改动后，运行在第一步就因内存不足而终止。</translation>
    </message>
    <message>
        <source>Without it they take {0}, {1} to {2}.</source>
        <translation>不改动时是 {0}，范围 {1} 到 {2}。</translation>
    </message>
    <message>
        <source>a story needs a fault</source>
        <translation>故事需要一个故障</translation>
    </message>
    <message>
        <source>activation checkpointing as planned</source>
        <translation>激活检查点按计划</translation>
    </message>
    <message>
        <source>an entry is one of a lesson, an exercise and an incident</source>
        <translation>每一项只能是课程、练习或事故之一</translation>
    </message>
    <message>
        <source>choose a plan that uses what the fault slows, or another fault</source>
        <translation>换一个用到该部分的计划，或换一个故障</translation>
    </message>
    <message>
        <source>combine thresholds as advised</source>
        <translation>合并阈值按建议</translation>
    </message>
    <message>
        <source>count from 0</source>
        <translation>从 0 开始数</translation>
    </message>
    <message>
        <source>expandable segments of the allocator</source>
        <translation>分配器使用可扩展段</translation>
    </message>
    <message>
        <source>fused cross-entropy</source>
        <translation>融合的交叉熵</translation>
    </message>
    <message>
        <source>global batch as planned</source>
        <translation>全局批次按计划</translation>
    </message>
    <message>
        <source>it takes {0} device-hours, and {1} are left</source>
        <translation>需要 {0} 设备小时，只剩 {1}</translation>
    </message>
    <message>
        <source>latency-hiding scheduler on</source>
        <translation>打开延迟隐藏调度器</translation>
    </message>
    <message>
        <source>name one under faults</source>
        <translation>在 faults 下写一个</translation>
    </message>
    <message>
        <source>name the cause, or measure fewer devices</source>
        <translation>说出原因，或少测一些设备</translation>
    </message>
    <message>
        <source>name the file after it</source>
        <translation>文件名要与它一致</translation>
    </message>
    <message>
        <source>no checkpoints</source>
        <translation>不写检查点</translation>
    </message>
    <message>
        <source>no profile for the scheduler</source>
        <translation>调度器不用剖析文件</translation>
    </message>
    <message>
        <source>no run of this framework has the fault &apos;{0}&apos;</source>
        <translation>这个框架的运行没有故障“{0}”</translation>
    </message>
    <message>
        <source>nothing else on the hosts</source>
        <translation>主机上没有别的程序</translation>
    </message>
    <message>
        <source>nvidia-smi on node {0}</source>
        <translation>节点 {0} 上的 nvidia-smi</translation>
    </message>
    <message>
        <source>ranks ordered as planned</source>
        <translation>rank 顺序按计划</translation>
    </message>
    <message>
        <source>see README for the ids</source>
        <translation>标识见 README</translation>
    </message>
    <message>
        <source>synthetic data</source>
        <translation>合成数据</translation>
    </message>
    <message>
        <source>the fault {0} has nothing to act on in this plan</source>
        <translation>这个计划里没有故障 {0} 可作用的东西</translation>
    </message>
    <message>
        <source>the plan has no such node or device</source>
        <translation>计划里没有这个节点或设备</translation>
    </message>
    <message>
        <source>the story&apos;s id is {0}</source>
        <translation>故事的 id 是 {0}</translation>
    </message>
    <message>
        <source>there is no fault &apos;{0}&apos;</source>
        <translation>没有名为“{0}”的故障</translation>
    </message>
    <message>
        <source>there is no story {0}</source>
        <translation>没有故事 {0}</translation>
    </message>
    <message>
        <source>tokens spread evenly over the experts</source>
        <translation>token 均匀分给各专家</translation>
    </message>
    <message>
        <source>use all-reduce:NODE,NODE, nvidia-smi:NODE, memory:NODE.DEVICE, trace or trial:CHANGE; nodes go from 0 to {1}, devices from 0 to {2}, and a change is one of {3}</source>
        <translation>可用 all-reduce:NODE,NODE、nvidia-smi:NODE、memory:NODE.DEVICE、trace 或 trial:CHANGE；节点从 0 到 {1}，设备从 0 到 {2}，改动可为 {3}</translation>
    </message>
    <message>
        <source>use one of {1}</source>
        <translation>可用：{1}</translation>
    </message>
    <message>
        <source>use one of {1}, or none</source>
        <translation>可用 {1} 之一，或 none</translation>
    </message>
    <message>
        <source>use run, a node from 0 to {1}, or NODE.DEVICE with a device from 0 to {2}</source>
        <translation>可用 run、0 到 {1} 的节点，或 NODE.DEVICE（设备从 0 到 {2}）</translation>
    </message>
    <message>
        <source>{0} GB/s of bus bandwidth on average of all sizes.</source>
        <translation>各种大小平均的总线带宽为 {0} GB/s。</translation>
    </message>
    <message>
        <source>DeepSpeed splits layers over tensor ranks without knowing adapters: parallelism.tensor is {0}, and would have to be 1</source>
        <translation>DeepSpeed 在张量并行的各进程间拆分层时不考虑适配器:parallelism.tensor 是 {0},必须为 1</translation>
    </message>
    <message>
        <source>a figure shows memory or time, one of the two</source>
        <translation>一个图只能显示内存或时间二者之一</translation>
    </message>
    <message>
        <source>a task follows screen {0}, which is not in the lesson</source>
        <translation>一个任务跟在屏幕 {0} 之后,而课程中没有这个屏幕</translation>
    </message>
    <message>
        <source>name one of its screens</source>
        <translation>请写出其中一个屏幕的名字</translation>
    </message>
    <message>
        <source>use the ids of `estimate --format json`</source>
        <translation>请使用 `estimate --format json` 中的 id</translation>
    </message>
    <message>
        <source>write memory: [TERM, …] or time: [TERM, …]</source>
        <translation>请写 memory: [项, …] 或 time: [项, …]</translation>
    </message>
    <message>
        <source>{0} is no term of {1}</source>
        <translation>{0} 不是 {1} 的项</translation>
    </message>
    <message>
        <source>the input does not name a known model; this one&apos;s number of parameters is nearest to {0}B</source>
        <translation>没有文本写明已知的模型；此模型的参数量最接近 {0}B</translation>
    </message>
    <message>
        <source>One layer has {0} weights, {1} on the wire at {3} bytes each; {2} is the next power of two, so a layer travels in one call. That is right together with pipelined gathers; without them the call has no window. Any value other than the default also switches off XLA&apos;s own treatment of pipelined collectives (since 0.4.35).</source>
        <translation>一层有 {0} 个权重，按每个 {3} 字节在链路上是 {1}；{2} 是下一个二的幂，因此一层用一次调用传完。这与流水化的收集一起才对；没有它，这次调用就没有窗口。除默认以外的任何值也会关闭 XLA 自己对流水化集合通信的处理（自 0.4.35）。</translation>
    </message>
    <message>
        <source>give the log as text in UTF-8; of TensorBoard&apos;s events, the CSV that its page saves</source>
        <translation>请提供 UTF-8 文本的日志；TensorBoard 的事件文件请用其页面导出的 CSV</translation>
    </message>
    <message>
        <source>is not text</source>
        <translation>不是文本</translation>
    </message>
    <message>
        <source>DeepSpeed offloads the inputs of layers that its own checkpoint function recomputes, which Transformers&apos; Trainer, the program for adapters, does not call</source>
        <translation>DeepSpeed 只卸载由它自己的检查点函数重算的层的输入，而训练适配器的程序（Transformers 的 Trainer）并不调用该函数</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s cpu_checkpointing offloads the inputs of layers that are recomputed, and nothing else: remat.policy would have to be full</source>
        <translation>DeepSpeed 的 cpu_checkpointing 只卸载被重算的层的输入，不卸载其他内容：remat.policy 必须为 full</translation>
    </message>
    <message>
        <source>LLaMA-Factory offloads the inputs of layers that are recomputed, and nothing else: remat.policy would have to be full</source>
        <translation>LLaMA-Factory 只卸载被重算的层的输入，不卸载其他内容：remat.policy 必须为 full</translation>
    </message>
    <message>
        <source>TRL leaves it to Accelerate&apos;s configuration to split sequences, which this export does not write: parallelism.context is {0}, and would have to be 1</source>
        <translation>TRL 由 Accelerate 的配置来切分序列，而此导出不写该配置：parallelism.context 为 {0}，必须为 1</translation>
    </message>
    <message>
        <source>an optimizer whose states lie in host memory is DeepSpeed&apos;s or FSDP&apos;s, not one of bitsandbytes with pages</source>
        <translation>状态放在主机内存中的优化器属于 DeepSpeed 或 FSDP，而不是 bitsandbytes 的分页优化器</translation>
    </message>
    <message>
        <source>axolotl recomputes layers where whole models are trained and activations are offloaded: remat.policy would have to be full</source>
        <translation>训练整个模型并卸载激活值时，axolotl 会重算各层：remat.policy 必须为 full</translation>
    </message>
    <message>
        <source>axolotl splits sequences by ring-flash-attn, which needs FlashAttention 2 or 3 and has a ring, or gathers keys and values (all_gather) of one packed row at a time</source>
        <translation>axolotl 用 ring-flash-attn 切分序列，它需要 FlashAttention 2 或 3，并且要么是环形（ring），要么一次收集一行打包数据的键和值（all_gather）</translation>
    </message>
    <message>
        <source>axolotl splits sequences over ranks that hold all weights, or under FSDP2, which this export does not write: parallelism.context is {0}, so that nothing may be sharded (parallelism.fsdp=1) and adapters are trained</source>
        <translation>axolotl 只在每个进程持有全部权重时切分序列，或在 FSDP2 下切分，而此导出不写 FSDP2：parallelism.context 为 {0}，因此不能有任何分片（parallelism.fsdp=1），并且训练的是适配器</translation>
    </message>
    <message>
        <source>bitsandbytes keeps states of AdamW and Lion in 32 bits in pages, or of AdamW in 8: optimizer is {0} and precision.optimizer_state {1}</source>
        <translation>bitsandbytes 的分页状态只有 32 位的 AdamW 和 Lion，或 8 位的 AdamW：optimizer 为 {0}，precision.optimizer_state 为 {1}</translation>
    </message>
    <message>
        <source>few runs that keep weights, states or activations in host memory were measured</source>
        <translation>把权重、优化器状态或激活值放在主机内存中的运行，实测很少</translation>
    </message>
    <message>
        <source>the Trainer has no argument that offloads activations; TRL, axolotl and LLaMA-Factory have one</source>
        <translation>Trainer 没有卸载激活值的参数；TRL、axolotl 和 LLaMA-Factory 有</translation>
    </message>
    <message>
        <source>the cheapest of {0} machines</source>
        <translation>{0} 台机器中最便宜的</translation>
    </message>
    <message>
        <source>the model holds {0} in one matrix, which gets adapters or none</source>
        <translation>模型把 {0} 放在一个矩阵中,要么都有适配器,要么都没有</translation>
    </message>
    <message>
        <source>{0} has no setting that splits sequences over ranks: parallelism.context is {1}, and would have to be 1; axolotl splits them for adapters</source>
        <translation>{0} 没有把序列切分到多个进程的设置：parallelism.context 为 {1}，必须为 1；训练适配器时 axolotl 可以切分</translation>
    </message>
    <message>
        <source>Set software.stack to deepspeed, which counts them.</source>
        <translation>将 software.stack 设为 deepspeed，它会计入这些。</translation>
    </message>
    <message>
        <source>The Trainer runs this plan under DeepSpeed, whose buckets and flat copies take {0} more per device than is counted: {1} in all.</source>
        <translation>Trainer 用 DeepSpeed 运行此方案，其桶和展平副本使每个设备比已计入的多占 {0}：共 {1}。</translation>
    </message>
    <message>
        <source>Liger Kernel has no kernels for this model: its logits are made, which take {0} more per device than is counted.</source>
        <translation>Liger Kernel 没有适用于此模型的内核：logits 仍会生成，每个设备比已计入的多占 {0}。</translation>
    </message>
    <message>
        <source>Set options.cross_entropy to auto, unless axolotl or another program fuses this loss.</source>
        <translation>将 options.cross_entropy 设为 auto，除非 axolotl 或其他程序会融合此损失。</translation>
    </message>
    <message>
        <source>Lower workload.evaluation.micro_batch. Liger&apos;s fused loss makes no logits in training, but all of them in an evaluation.</source>
        <translation>减小 workload.evaluation.micro_batch。Liger 的融合损失在训练中不生成 logits，但评估时会全部生成。</translation>
    </message>
    <message>
        <source>Memory is largest in evaluations, whose micro-batch is {0}: {1} more than in a training step; logits and loss take {2}.</source>
        <translation>内存在评估时最大，其微批为 {0}：比训练步多 {1}；logits 与损失占 {2}。</translation>
    </message>
    <message>
        <source>give its command, script or configuration as well, or read it with: headroom-cli runs add</source>
        <translation>同时给出它的命令、脚本或配置，或用 headroom-cli runs add 读取</translation>
    </message>
    <message>
        <source>the input shows how a run went, and names no field of a plan</source>
        <translation>输入只显示一次运行的经过，没有指明计划的任何字段</translation>
    </message>
    <message>
        <source>reinforcement learning (PPO, GRPO and the like) generates as well as trains: this plan is of its training alone</source>
        <translation>强化学习（PPO、GRPO 等）除了训练还要生成：本方案只针对其中的训练部分</translation>
    </message>
    <message>
        <source>the input does not say how many; {0}, as the degrees need, are assumed</source>
        <translation>输入没有说明有多少；按各并行度的需要，假定为 {0}</translation>
    </message>
    <message>
        <source>{0} was {1}, the plan says {2}; by the estimate that takes {3} less</source>
        <translation>{0} 是 {1}，方案写的是 {2}；按估算少用 {3}</translation>
    </message>
</context>
<context>
    <name>model/phrases</name>
    <message>
        <source>0 splits every transfer and does not switch the splitting off; the default means none.</source>
        <translation>0 表示拆分每次传输，而不是关闭拆分；默认值才表示不拆。</translation>
    </message>
    <message>
        <source>A gather is driven by the TensorCore (continuation fusion) or by the SparseCore, and the two sets write this switch the opposite way.</source>
        <translation>收集由 TensorCore（延续融合）或 SparseCore 驱动，两组标志对此开关的写法相反。</translation>
    </message>
    <message>
        <source>A profile starts the latency hiding scheduler whatever its flag says, and AutoPGLE makes one.</source>
        <translation>剖析会启动延迟隐藏调度器，不管它的标志怎么写，而 AutoPGLE 会生成剖析。</translation>
    </message>
    <message>
        <source>A reduce-scatter is driven by the TensorCore (continuation fusion) or by the SparseCore, not by both.</source>
        <translation>reduce-scatter 由 TensorCore（延续融合）或 SparseCore 驱动，不能两者兼用。</translation>
    </message>
    <message>
        <source>Add --xla_dump_to=FOLDER.</source>
        <translation>请加上 --xla_dump_to=FOLDER。</translation>
    </message>
    <message>
        <source>Add --xla_gpu_enable_pipelined_p2p=true, or remove the threshold.</source>
        <translation>请加上 --xla_gpu_enable_pipelined_p2p=true，或删去此阈值。</translation>
    </message>
    <message>
        <source>Also set TF_CPP_MIN_LOG_LEVEL=0.</source>
        <translation>请同时设置 TF_CPP_MIN_LOG_LEVEL=0。</translation>
    </message>
    <message>
        <source>An all-reduce is driven by the TensorCore (continuation fusion) or by the SparseCore, not by both.</source>
        <translation>all-reduce 由 TensorCore（延续融合）或 SparseCore 驱动，不能两者兼用。</translation>
    </message>
    <message>
        <source>AutoPGLE profiles by itself and replaces what the file says.</source>
        <translation>AutoPGLE 自行剖析，会取代文件中的内容。</translation>
    </message>
    <message>
        <source>Begin with what a quarter or half of a layer&apos;s backward pass can move, then try powers of two from 16 MiB.</source>
        <translation>从一层反向传播的四分之一或一半时间能传输的量开始，然后从 16 MiB 起试二的幂。</translation>
    </message>
    <message>
        <source>Both limit the channels of a collective; the smaller one decides.</source>
        <translation>两者都限制集合通信的通道数；以较小的为准。</translation>
    </message>
    <message>
        <source>Both register the same buffers with NCCL in different ways.</source>
        <translation>两者以不同方式向 NCCL 注册同样的缓冲。</translation>
    </message>
    <message>
        <source>Both switch the same compiler pass off.</source>
        <translation>两者都关闭同一个编译遍。</translation>
    </message>
    <message>
        <source>Every buffer is then a separate call of cudaMalloc, which waits for the device: good for finding memory errors, too slow for training.</source>
        <translation>每个缓冲区都成了一次 cudaMalloc 调用，要等待设备：适合查找显存错误，不适合训练。</translation>
    </message>
    <message>
        <source>From optimization level O1 on, the latency hiding scheduler runs whatever its flag says.</source>
        <translation>从优化级别 O1 起，不管标志怎么写，延迟隐藏调度器都会运行。</translation>
    </message>
    <message>
        <source>Full unrolling wins over double buffering, and the memory bound of the loop is gone.</source>
        <translation>完全展开优先于双缓冲，循环的显存上限也就没有了。</translation>
    </message>
    <message>
        <source>GPUs of a host communicate through host memory, and NVLink is idle.</source>
        <translation>同一主机的 GPU 经主机内存交换数据，NVLink 闲置。</translation>
    </message>
    <message>
        <source>JAX refuses to start when both names of the memory fraction are set.</source>
        <translation>显存比例的两个名称都设置时，JAX 拒绝启动。</translation>
    </message>
    <message>
        <source>JAX sets the minimum severity to 1 on import, so the verbose lines are produced and not shown.</source>
        <translation>JAX 导入时把最低级别设为 1，因此详细的行会产生但不显示。</translation>
    </message>
    <message>
        <source>Keep XLA_PYTHON_CLIENT_MEM_FRACTION, which every release reads, and remove the other.</source>
        <translation>请保留每个版本都读取的 XLA_PYTHON_CLIENT_MEM_FRACTION，删去另一个。</translation>
    </message>
    <message>
        <source>Keep one of the two.</source>
        <translation>请只保留一个。</translation>
    </message>
    <message>
        <source>Keep the file or the variable, not both.</source>
        <translation>文件与变量请只保留其一。</translation>
    </message>
    <message>
        <source>Keep the list.</source>
        <translation>请保留列表。</translation>
    </message>
    <message>
        <source>LL128 alone is then used also where NCCL would not, which may corrupt data on some hardware and was measured slower for large messages.</source>
        <translation>这样在 NCCL 不会用的地方也只用 LL128，在某些硬件上可能损坏数据，对大消息实测更慢。</translation>
    </message>
    <message>
        <source>Leave it unset and let NCCL choose by message size.</source>
        <translation>不要设置，让 NCCL 按消息大小选择。</translation>
    </message>
    <message>
        <source>NCCL communicates between hosts over TCP sockets instead of InfiniBand or RoCE, which is many times slower.</source>
        <translation>NCCL 在主机之间走 TCP 套接字而不是 InfiniBand 或 RoCE，慢很多倍。</translation>
    </message>
    <message>
        <source>There is no file at the path of the profile. Without a matching profile the scheduler works with guessed durations.</source>
        <translation>剖析文件的路径上什么也没有，没有匹配的剖析文件，就按猜测的时长安排次序。</translation>
    </message>
    <message>
        <source>On Hopper and Blackwell false no longer switches the scheduler off: the speed-of-light estimator starts it.</source>
        <translation>在 Hopper 和 Blackwell 上，false 不再关闭调度器：光速估计器会启动它。</translation>
    </message>
    <message>
        <source>Registered buffers need NVLS for gathers and reductions, and NCCL_NVLS_ENABLE=0 switches it off.</source>
        <translation>注册的缓冲在收集和归约时需要 NVLS，而 NCCL_NVLS_ENABLE=0 把它关掉了。</translation>
    </message>
    <message>
        <source>Remove CUDA_LAUNCH_BLOCKING outside debugging.</source>
        <translation>不调试时请删去 CUDA_LAUNCH_BLOCKING。</translation>
    </message>
    <message>
        <source>Remove NCCL_IB_DISABLE, unless the network has neither.</source>
        <translation>请去掉 NCCL_IB_DISABLE，除非网络两者都没有。</translation>
    </message>
    <message>
        <source>Remove NCCL_NET, unless the network has neither.</source>
        <translation>请去掉 NCCL_NET，除非网络两者都没有。</translation>
    </message>
    <message>
        <source>Remove NCCL_NVLS_ENABLE=0, or switch user buffers off.</source>
        <translation>请删去 NCCL_NVLS_ENABLE=0，或关闭用户缓冲区。</translation>
    </message>
    <message>
        <source>Remove NCCL_P2P_DISABLE, unless direct copies hang on this host.</source>
        <translation>请去掉 NCCL_P2P_DISABLE，除非这台主机上直接拷贝会卡死。</translation>
    </message>
    <message>
        <source>Remove XLA_PYTHON_CLIENT_ALLOCATOR, or write cuda_async against fragmentation.</source>
        <translation>请去掉 XLA_PYTHON_CLIENT_ALLOCATOR，或写 cuda_async 来对付碎片。</translation>
    </message>
    <message>
        <source>Remove one of the two.</source>
        <translation>请删去其中一个。</translation>
    </message>
    <message>
        <source>Remove the flag to have the default.</source>
        <translation>要用默认值，请删去此标志。</translation>
    </message>
    <message>
        <source>Remove the flag to split nothing, or write 1024 to leave out only tiny transfers.</source>
        <translation>若不想拆分请删去此标志，或写 1024 只略过极小的传输。</translation>
    </message>
    <message>
        <source>Remove the flag, or JAX_ENABLE_PGLE.</source>
        <translation>请去掉这个标志，或去掉 JAX_ENABLE_PGLE。</translation>
    </message>
    <message>
        <source>Remove the flag, or the level.</source>
        <translation>请删去标志，或删去级别。</translation>
    </message>
    <message>
        <source>Remove the flag.</source>
        <translation>删除这个标志。</translation>
    </message>
    <message>
        <source>Remove xla_gpu_enable_pipelined_collectives and set the three single switches.</source>
        <translation>请删去 xla_gpu_enable_pipelined_collectives，改设三个单项开关。</translation>
    </message>
    <message>
        <source>Set JAX_COMPILATION_CACHE_DIR to the folder of the profiling run.</source>
        <translation>请把 JAX_COMPILATION_CACHE_DIR 设为剖析运行的文件夹。</translation>
    </message>
    <message>
        <source>Set JAX_ENABLE_PGLE only in the first run.</source>
        <translation>请只在第一次运行中设置 JAX_ENABLE_PGLE。</translation>
    </message>
    <message>
        <source>Set the continuation fusion switch of the all-reduce to false, or drop the SparseCore set.</source>
        <translation>请把 all-reduce 的延续融合开关设为 false，或去掉 SparseCore 组。</translation>
    </message>
    <message>
        <source>Set the continuation fusion switch of the gather to false, or drop the SparseCore set.</source>
        <translation>请把收集的延续融合开关设为 false，或去掉 SparseCore 组。</translation>
    </message>
    <message>
        <source>Set the continuation fusion switch of the reduce-scatter to false, or drop the SparseCore set.</source>
        <translation>请把 reduce-scatter 的延续融合开关设为 false，或去掉 SparseCore 组。</translation>
    </message>
    <message>
        <source>Since jaxlib 0.5.1 this threshold is read only with pipelined point-to-point transfers or the pipeline optimisation level on.</source>
        <translation>自 jaxlib 0.5.1 起，只有打开流水化点对点传输或流水线优化级别时才读取此阈值。</translation>
    </message>
    <message>
        <source>Switch one of them off.</source>
        <translation>请关闭其中一个。</translation>
    </message>
    <message>
        <source>The default is 31457287; 31457280 counts as your own value and switches XLA&apos;s treatment of pipelined collectives off.</source>
        <translation>默认值是 31457287；31457280 算作你自己的值，会关闭 XLA 对流水化集合通信的处理。</translation>
    </message>
    <message>
        <source>The host waits for every kernel, so the order that the scheduler chose cannot overlap anything.</source>
        <translation>主机等待每个内核，调度器选定的次序因而无法重叠任何内容。</translation>
    </message>
    <message>
        <source>The listed collectives block the compute stream, so the scheduler cannot hide them.</source>
        <translation>列出的集合通信阻塞计算流，调度器因而无法隐藏它们。</translation>
    </message>
    <message>
        <source>The master switch overrides the single switches, so the gather is pipelined although its own flag says false.</source>
        <translation>总开关覆盖各单项开关，因此收集会流水化，尽管它自己的标志为 false。</translation>
    </message>
    <message>
        <source>The old level rewrites the list, so whichever comes last decides.</source>
        <translation>旧的级别会改写列表，因此以后出现的为准。</translation>
    </message>
    <message>
        <source>The second run should load what the first one optimised; profiling again defeats it.</source>
        <translation>第二次运行应载入第一次优化的结果；再次剖析就失去意义。</translation>
    </message>
    <message>
        <source>The threshold on operand bytes is 0 or more, so the MiB threshold is ignored.</source>
        <translation>操作数字节阈值为 0 或更大，此时不看 MiB 阈值。</translation>
    </message>
    <message>
        <source>The two estimators exclude each other.</source>
        <translation>两个估计器互相排斥。</translation>
    </message>
    <message>
        <source>There is no folder to write the schedule to.</source>
        <translation>没有可写入调度的文件夹。</translation>
    </message>
    <message>
        <source>To switch it off also set --xla_gpu_enable_analytical_sol_latency_estimator=false; otherwise remove the flag.</source>
        <translation>要关闭它，请同时设置 --xla_gpu_enable_analytical_sol_latency_estimator=false；否则请删去此标志。</translation>
    </message>
    <message>
        <source>Triton matrix kernels are off altogether, so there is nothing to widen.</source>
        <translation>Triton 矩阵内核已全部关闭，没有可放宽的。</translation>
    </message>
    <message>
        <source>Use the list only in a profiling run with the scheduler off, or remove it.</source>
        <translation>请只在关闭调度器的剖析运行中使用此列表，或删去它。</translation>
    </message>
    <message>
        <source>Without a cache folder there is no optimised program to load.</source>
        <translation>没有缓存文件夹，就没有优化过的程序可载入。</translation>
    </message>
    <message>
        <source>Without a layer loop a threshold of 8 GiB or more merges all gradients of most models into one all-reduce, which waits for the last gradient, when no computation is left to hide it; in a scanned program it does no more than the size of one layer.</source>
        <translation>没有层循环时，8 GiB 或更大的阈值把多数模型的全部梯度合成一次 all-reduce，它要等到最后一个梯度，之后就没有什么能遮住它；在 scan 的程序里，它的作用不超过一层的大小。</translation>
    </message>
    <message>
        <source>Write the profile first, or correct the path; if the run uses another file system, check the path there.</source>
        <translation>先写出剖析文件，或改正路径；运行看到的是另一个文件系统时，到那里检查。</translation>
    </message>
    <message>
        <source>false switches off the sharing of NCCL buffers, so every communicator takes separate device memory; the advice dates from when false was the default.</source>
        <translation>false 关闭 NCCL 缓冲区的共享，因此每个通信器各占显存；这条建议来自 false 还是默认的时候。</translation>
    </message>
    <message>
        <source>A check of the collective pipeliner fails where gradients are accumulated in a loop around the layer loop.</source>
        <translation>在层循环之外再用循环累积梯度时，集合通信流水器的一项检查会失败。</translation>
    </message>
    <message>
        <source>Measure with and without it, or look for collective-pipeliner in a dump of the passes.</source>
        <translation>分别在有无它的情况下测量，或在导出的编译遍中查找 collective-pipeliner。</translation>
    </message>
    <message>
        <source>Pipeline one of the two, or take jaxlib 0.4.36 or later and compare the loss.</source>
        <translation>只流水化其中之一，或使用 jaxlib 0.4.36 或更高版本并比较损失。</translation>
    </message>
    <message>
        <source>Some programs abort while they are compiled: a check of the scheduler&apos;s limits on overlapping collectives fails.</source>
        <translation>有些程序在编译时中止：调度器对重叠集合通信上限的检查失败。</translation>
    </message>
    <message>
        <source>Take a later jaxlib, or unroll the loop of accumulation.</source>
        <translation>使用更新的 jaxlib，或展开累积循环。</translation>
    </message>
    <message>
        <source>Take jaxlib 0.4.36 or later, or run without the flag at this release.</source>
        <translation>使用 jaxlib 0.4.36 或更高版本，或在此版本上不用该标志。</translation>
    </message>
    <message>
        <source>The flag is taken, and no stage of the collective pipeliner appears in the dumped passes.</source>
        <translation>标志被接受，但导出的编译遍中没有集合通信流水器的阶段。</translation>
    </message>
    <message>
        <source>With all-gathers and all-reduces pipelined at once the loss of an 8-GPU fp8 run diverged; XLA therefore took both out of its defaults.</source>
        <translation>同时流水化 all-gather 和 all-reduce 时，一次 8 个 GPU 的 fp8 运行的损失偏离了正常走势；XLA 因此把两者移出了默认设置。</translation>
    </message>
    <message>
        <source>It pipelines all-gathers and all-reduces at once, with which the loss of an 8-GPU fp8 run diverged.</source>
        <translation>它同时流水化 all-gather 和 all-reduce；一次 8 块 GPU 的 fp8 运行因此发散。</translation>
    </message>
    <message>
        <source>It turns on the pipelining of all-gathers, whose check of the collective pipeliner fails where gradients are accumulated in a loop around the layer loop.</source>
        <translation>它打开 all-gather 的流水化；在层循环之外再循环累积梯度时，集合通信流水器的检查会失败。</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>无需处理。</translation>
    </message>
    <message>
        <source>The collective pipeliner is in the plugin of this release and runs: the report that it is missing in 0.10.1 used this release for comparison.</source>
        <translation>这个版本的插件里有集合通信流水器，而且在运行：报告它在 0.10.1 中缺失的人拿这个版本作对照。</translation>
    </message>
    <message>
        <source>Use the separate switches and pipeline one of the two, or take jaxlib 0.4.36 or later and compare the loss.</source>
        <translation>改用单独的开关，只流水化其中之一；或者用 jaxlib 0.4.36 或更高版本，并比较损失。</translation>
    </message>
</context>
<context>
    <name>model/roofline</name>
    <message>
        <source>Attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>Attention output projection</source>
        <translation>注意力输出投影</translation>
    </message>
    <message>
        <source>Context-parallel traffic</source>
        <translation>上下文并行流量</translation>
    </message>
    <message>
        <source>Element-wise kernels</source>
        <translation>逐元素核函数</translation>
    </message>
    <message>
        <source>Expert all-to-all</source>
        <translation>专家 all-to-all</translation>
    </message>
    <message>
        <source>Experts in</source>
        <translation>专家输入</translation>
    </message>
    <message>
        <source>Experts out</source>
        <translation>专家输出</translation>
    </message>
    <message>
        <source>FSDP traffic</source>
        <translation>FSDP 流量</translation>
    </message>
    <message>
        <source>Gradient communication</source>
        <translation>梯度通信</translation>
    </message>
    <message>
        <source>Latent keys and values, down</source>
        <translation>潜在键值，降维</translation>
    </message>
    <message>
        <source>Latent keys and values, up</source>
        <translation>潜在键值，升维</translation>
    </message>
    <message>
        <source>MLP in</source>
        <translation>MLP 输入</translation>
    </message>
    <message>
        <source>MLP out</source>
        <translation>MLP 输出</translation>
    </message>
    <message>
        <source>Normalisations and residuals</source>
        <translation>归一化与残差</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Output head and loss</source>
        <translation>输出头与损失</translation>
    </message>
    <message>
        <source>Query projection</source>
        <translation>查询投影</translation>
    </message>
    <message>
        <source>Query, down to its rank</source>
        <translation>查询，降到其秩</translation>
    </message>
    <message>
        <source>Query, key and value projection</source>
        <translation>查询、键、值投影</translation>
    </message>
    <message>
        <source>Query, up from its rank</source>
        <translation>查询，从其秩升回</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>路由器</translation>
    </message>
    <message>
        <source>Shared expert in</source>
        <translation>共享专家输入</translation>
    </message>
    <message>
        <source>Shared expert out</source>
        <translation>共享专家输出</translation>
    </message>
    <message>
        <source>Tensor-parallel traffic</source>
        <translation>张量并行流量</translation>
    </message>
    <message>
        <source>Transfers between stages</source>
        <translation>阶段间传输</translation>
    </message>
</context>
<context>
    <name>model/targets</name>
    <message>
        <source>DeepSpeed&apos;s JSON configuration, with a small training script.</source>
        <translation>DeepSpeed 的 JSON 配置，附一个小的训练脚本。</translation>
    </message>
    <message>
        <source>Flags and variables for any JAX program, and a tuning script for its Pallas kernels.</source>
        <translation>适用于任何 JAX 程序的标志和变量，以及 Pallas 内核的调优脚本。</translation>
    </message>
    <message>
        <source>MaxText on GPUs under Slurm, with one process per GPU or one per node.</source>
        <translation>Slurm 下 GPU 上的 MaxText，每 GPU 或每节点一个进程。</translation>
    </message>
    <message>
        <source>MaxText on GPUs, started by a shell script on each node.</source>
        <translation>GPU 上的 MaxText，每个节点由脚本启动。</translation>
    </message>
    <message>
        <source>MaxText on Google Kubernetes Engine, as a JobSet or through XPK.</source>
        <translation>Google Kubernetes Engine 上的 MaxText，用 JobSet 或 XPK。</translation>
    </message>
    <message>
        <source>MaxText on TPU slices, started by a shell script on each host.</source>
        <translation>TPU 切片上的 MaxText，每台主机由脚本启动。</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s pretrain_gpt.py with torchrun.</source>
        <translation>用 torchrun 启动 Megatron-LM 的 pretrain_gpt.py。</translation>
    </message>
    <message>
        <source>NeMo: a Megatron-Bridge configuration in Python, started with torchrun.</source>
        <translation>NeMo：用 Python 写的 Megatron-Bridge 配置，由 torchrun 启动。</translation>
    </message>
    <message>
        <source>Profile-guided scheduling by JAX itself (AutoPGLE), the recommended way.</source>
        <translation>由 JAX 自己进行的剖析引导调度（AutoPGLE），推荐的方式。</translation>
    </message>
    <message>
        <source>Profile-guided scheduling in two runs, with costs from Nsight Systems.</source>
        <translation>分两次运行的剖析引导调度，开销取自 Nsight Systems。</translation>
    </message>
    <message>
        <source>Profile-guided scheduling in two runs, with costs from the JAX profiler.</source>
        <translation>分两次运行的剖析引导调度，开销取自 JAX 性能分析器。</translation>
    </message>
    <message>
        <source>torchtitan: TOML for v0.2.2 and a Python recipe for later releases.</source>
        <translation>torchtitan：v0.2.2 用 TOML，之后的版本用 Python 配方。</translation>
    </message>
    <message>
        <source>A kit that measures the parts of the plan&apos;s step: GEMMs, attention, links.</source>
        <translation>测量方案一步各部分的工具包：矩阵乘法、注意力、链路。</translation>
    </message>
    <message>
        <source>Asks the compiler for memory and collectives of the plan&apos;s step, without running it.</source>
        <translation>不运行训练步，直接向编译器询问其内存与集合通信。</translation>
    </message>
    <message>
        <source>A configuration of TRL&apos;s supervised tuning or DPO, with FSDP or DeepSpeed underneath.</source>
        <translation>TRL 监督微调或 DPO 的配置，底层为 FSDP 或 DeepSpeed。</translation>
    </message>
    <message>
        <source>Arguments of Hugging Face&apos;s Trainer, with FSDP or DeepSpeed underneath.</source>
        <translation>Hugging Face Trainer 的参数，底层为 FSDP 或 DeepSpeed。</translation>
    </message>
    <message>
        <source>LLaMA-Factory&apos;s YAML file, with FSDP or DeepSpeed underneath.</source>
        <translation>LLaMA-Factory 的 YAML 文件，底层为 FSDP 或 DeepSpeed。</translation>
    </message>
    <message>
        <source>axolotl&apos;s YAML file, with FSDP or DeepSpeed underneath.</source>
        <translation>axolotl 的 YAML 文件，底层为 FSDP 或 DeepSpeed。</translation>
    </message>
</context>
<context>
    <name>model/terms</name>
    <message>
        <source>Attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>Element-wise and norms</source>
        <translation>逐元素与归一化</translation>
    </message>
    <message>
        <source>Exposed FSDP</source>
        <translation>暴露的 FSDP 通信</translation>
    </message>
    <message>
        <source>Exposed context-parallel</source>
        <translation>暴露的上下文并行通信</translation>
    </message>
    <message>
        <source>Exposed data-parallel</source>
        <translation>暴露的数据并行通信</translation>
    </message>
    <message>
        <source>Exposed expert-parallel</source>
        <translation>暴露的专家并行通信</translation>
    </message>
    <message>
        <source>Exposed pipeline transfers</source>
        <translation>暴露的流水线传输</translation>
    </message>
    <message>
        <source>Exposed tensor-parallel</source>
        <translation>暴露的张量并行通信</translation>
    </message>
    <message>
        <source>Fixed overhead</source>
        <translation>固定开销</translation>
    </message>
    <message>
        <source>Functionality buffers</source>
        <translation>功能缓冲</translation>
    </message>
    <message>
        <source>Gathered parameters</source>
        <translation>收集的参数</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Head and loss</source>
        <translation>输出头与损失</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Host transfers</source>
        <translation>主机传输</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>logits 与损失</translation>
    </message>
    <message>
        <source>Matrix multiplications</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Memory outside the pool</source>
        <translation>内存池之外的显存</translation>
    </message>
    <message>
        <source>Memory pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Saved activations</source>
        <translation>保存的激活</translation>
    </message>
    <message>
        <source>Temporary buffers</source>
        <translation>临时缓冲</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Working set</source>
        <translation>工作集</translation>
    </message>
</context>
<context>
    <name>model/timeline</name>
    <message>
        <source>Activation collectives</source>
        <translation>激活的集合通信</translation>
    </message>
    <message>
        <source>All-gather of updated parameters</source>
        <translation>更新后参数的 all-gather</translation>
    </message>
    <message>
        <source>All-gather of weights</source>
        <translation>权重的 all-gather</translation>
    </message>
    <message>
        <source>Attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>Attention output GEMM</source>
        <translation>注意力输出矩阵乘</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Circular: all forward, then all backward</source>
        <translation>循环：先全部前向，再全部反向</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Copy from the host</source>
        <translation>从主机复制</translation>
    </message>
    <message>
        <source>Copy to the host</source>
        <translation>复制到主机</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Key-value communication</source>
        <translation>键值通信</translation>
    </message>
    <message>
        <source>Expert routing and sorting</source>
        <translation>专家路由与排序</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Gradient reduction of replicas</source>
        <translation>副本间的梯度归约</translation>
    </message>
    <message>
        <source>Gradients of replicas</source>
        <translation>副本的梯度</translation>
    </message>
    <message>
        <source>Host copies</source>
        <translation>主机复制</translation>
    </message>
    <message>
        <source>Host work of the step</source>
        <translation>一步中的主机工作</translation>
    </message>
    <message>
        <source>Interleaved one forward, one backward</source>
        <translation>交错的一前一后（1F1B）</translation>
    </message>
    <message>
        <source>MLP GEMMs</source>
        <translation>MLP 矩阵乘</translation>
    </message>
    <message>
        <source>More of the same pattern</source>
        <translation>相同模式的重复</translation>
    </message>
    <message>
        <source>No pipeline</source>
        <translation>无流水线</translation>
    </message>
    <message>
        <source>Norms and element-wise kernels</source>
        <translation>归一化与逐元素内核</translation>
    </message>
    <message>
        <source>One forward, one backward</source>
        <translation>一前一后（1F1B）</translation>
    </message>
    <message>
        <source>Optimizer update</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Output head and loss</source>
        <translation>输出头与损失</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Query, key and value GEMMs</source>
        <translation>查询、键、值的矩阵乘</translation>
    </message>
    <message>
        <source>Recomputed forward</source>
        <translation>重计算的前向</translation>
    </message>
    <message>
        <source>Reduce-scatter of gradients</source>
        <translation>梯度的 reduce-scatter</translation>
    </message>
    <message>
        <source>Tensor-parallel collective</source>
        <translation>张量并行的集合通信</translation>
    </message>
    <message>
        <source>The events copy layer by layer while others compute; the formula compares one layer&apos;s copy with one layer&apos;s computation.</source>
        <translation>事件在计算的同时逐层复制；公式把一层的复制与一层的计算相比。</translation>
    </message>
    <message>
        <source>The events follow the real order of passes with unequal stages; the formula takes (p − 1)/v mean passes, less what a zero-bubble schedule fills. Stalls that late transfers cause further along the pipeline count as bubble here.</source>
        <translation>事件按各阶段不等时的真实次序进行；公式取 (p − 1)/v 个平均遍，减去零气泡调度填掉的部分。传输来迟在流水线后段造成的停顿在此计为气泡。</translation>
    </message>
    <message>
        <source>The events gather and reduce layer by layer in the window that the flags leave, and wait for the first gather of every pass; the formula compares one layer&apos;s traffic with one layer&apos;s computation.</source>
        <translation>事件在标志留出的窗口里逐层收集和归约，并等待每遍的第一次收集；公式把一层的通信与一层的计算相比。</translation>
    </message>
    <message>
        <source>The events give embedding and head to their own stages; the formula counts them where the slowest stage holds them.</source>
        <translation>事件把嵌入和输出头放在各自的阶段；公式只在最慢阶段持有它们时才计入。</translation>
    </message>
    <message>
        <source>The events overlap the hidden share of a collective with the next kernel while that kernel lasts; the formula takes the share as given.</source>
        <translation>事件让集合通信中可隐藏的部分与下一个内核重叠，以该内核的时长为限；公式直接采用给定的比例。</translation>
    </message>
    <message>
        <source>The events place every layer on its stage; the formula takes a mean layer of the slowest stage.</source>
        <translation>事件把每一层放在各自的阶段；公式取最慢阶段的平均层。</translation>
    </message>
    <message>
        <source>The events send one bucket per layer during the backward pass; the formula compares two totals and keeps a floor.</source>
        <translation>事件在反向期间每层发送一个桶；公式比较两个总量并保留一个下限。</translation>
    </message>
    <message>
        <source>The events update the parameters of this stage; the formula those of the first or last stage.</source>
        <translation>事件更新本阶段的参数；公式取首个或末个阶段的参数。</translation>
    </message>
    <message>
        <source>The events wait for launches on this stage; the formula on the slowest one.</source>
        <translation>事件等待本阶段的内核启动；公式取最慢的阶段。</translation>
    </message>
    <message>
        <source>The events wait for transfers only where the next pass needs them; the formula charges a share of every transfer.</source>
        <translation>事件只在下一遍需要时才等待传输；公式对每次传输都计入一个比例。</translation>
    </message>
    <message>
        <source>To the next stage</source>
        <translation>发往下一阶段</translation>
    </message>
    <message>
        <source>To the previous stage</source>
        <translation>发往上一阶段</translation>
    </message>
    <message>
        <source>Tokens back from experts</source>
        <translation>token 从专家返回</translation>
    </message>
    <message>
        <source>Tokens to experts</source>
        <translation>token 送往专家</translation>
    </message>
    <message>
        <source>Transfer between stages</source>
        <translation>阶段间传输</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Waiting for a transfer</source>
        <translation>等待传输</translation>
    </message>
    <message>
        <source>Waiting for gradients of replicas</source>
        <translation>等待副本的梯度</translation>
    </message>
    <message>
        <source>Waiting for kernel launches</source>
        <translation>等待内核启动</translation>
    </message>
    <message>
        <source>Weight collectives</source>
        <translation>权重的集合通信</translation>
    </message>
</context>
<context>
    <name>model/units</name>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>美元</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>美元/小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>kWh</source>
        <translation>kWh</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>kW</source>
        <translation>kW</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
</context>
</TS>
