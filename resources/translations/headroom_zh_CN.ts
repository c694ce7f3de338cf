<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
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
        <source>%1 cannot be written; choose a folder that you may write to.</source>
        <translation>无法写入 %1；请选择有写权限的文件夹。</translation>
    </message>
</context>
<context>
    <name>headroom::CommandPalette</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Type part of a step, knob, flag or term</source>
        <translation>输入步骤、参数、标志或术语的一部分</translation>
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
        <translation>每设备内存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时</translation>
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
</context>
<context>
    <name>headroom::ComparePage</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Pinned plans beside the present one: what differs, and what comes of it.</source>
        <translation>固定的方案与当前方案并列：有何不同，结果如何。</translation>
    </message>
    <message>
        <source>&amp;Pin the present plan</source>
        <translation>固定当前方案(&amp;P)</translation>
    </message>
    <message>
        <source>Nothing is pinned yet. Pin a plan, change something, and the difference appears here.</source>
        <translation>还没有固定的方案。固定一个方案，再做修改，差别就会显示在这里。</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A pinned plan: letter and name.</extracomment>
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
        <source>Go back to it</source>
        <translation>回到该方案</translation>
    </message>
    <message>
        <source>Go back to %1</source>
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
    <name>headroom::DerivationDialog</name>
    <message>
        <source>Show the math</source>
        <translation>显示推导</translation>
    </message>
    <message>
        <source>Derivation</source>
        <translation>推导</translation>
    </message>
    <message>
        <source>Double-click an input of the plan to go to its field.</source>
        <translation>双击方案的输入项可跳到对应字段。</translation>
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
        <source>There is no derivation for this number yet: the plan has no result.</source>
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
</context>
<context>
    <name>headroom::ExplanationPane</name>
    <message>
        <source>Show the math</source>
        <translation>显示推导</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Step down</source>
        <translation>减小一步</translation>
    </message>
    <message>
        <source>Step up</source>
        <translation>增大一步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>步进 %1</translation>
    </message>
    <message>
        <source>Move the focus to a field or a number, and this pane says what it is.</source>
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
        <source>May be left empty.</source>
        <translation>可以留空。</translation>
    </message>
    <message>
        <source>In files and on the command line: %1.</source>
        <extracomment>How the field is spelt in plan files and on the command line.</extracomment>
        <translation>在文件和命令行中：%1。</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <extracomment>Preview of a step of the focused field: change, then what it does to memory and step time.</extracomment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Next step of %1, %2</source>
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
        <source>Files that launch this plan, as they would be written now.</source>
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
        <source>Co&amp;mpare with a folder…</source>
        <translation>与文件夹比较(&amp;M)…</translation>
    </message>
    <message>
        <source>Sa&amp;ve all…</source>
        <translation>全部保存(&amp;V)…</translation>
    </message>
    <message>
        <source>The plan has problems; the files below belong to its last lawful state.</source>
        <translation>方案有问题；下面的文件属于它上一个合法状态。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A finding that is still open when files are exported.</extracomment>
        <translation>%1：%2</translation>
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
        <source>%1 (not ours)</source>
        <translation>%1（非本程序所写）</translation>
    </message>
    <message>
        <source>%1 is on the clipboard.</source>
        <translation>%1 已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Compared with %1; lines that would change are shaded.</source>
        <translation>与 %1 比较；会改变的行带底色。</translation>
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
        <source>Saved to %1.</source>
        <translation>已保存到 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n files written.</source>
        <translation>
            <numerusform>已写入 %n 个文件。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::FigureButton</name>
    <message>
        <source>Show how this number comes about</source>
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
</context>
<context>
    <name>headroom::FindingList</name>
    <message>
        <source>Nothing to remark on this plan.</source>
        <translation>此方案没有需要说明之处。</translation>
    </message>
</context>
<context>
    <name>headroom::FlagModel</name>
    <message>
        <source>Set by you</source>
        <translation>由您设置</translation>
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
</context>
<context>
    <name>headroom::FlagPage</name>
    <message>
        <source>since %1 or earlier</source>
        <translation>自 %1 或更早</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>gone from %1</source>
        <translation>从 %1 起移除</translation>
    </message>
    <message>
        <source>without effect from %1</source>
        <translation>从 %1 起无效</translation>
    </message>
    <message>
        <source>What it does:</source>
        <translation>作用：</translation>
    </message>
    <message>
        <source>Set by you:</source>
        <translation>由您设置：</translation>
    </message>
    <message>
        <source>Advice:</source>
        <translation>建议：</translation>
    </message>
    <message>
        <source>Value:</source>
        <translation>值：</translation>
    </message>
    <message>
        <source>Default:</source>
        <translation>默认值：</translation>
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
        <source>Followed by:</source>
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
        <source>Flags and framework</source>
        <translation>标志与框架</translation>
    </message>
    <message>
        <source>What the run sets, why, and what it would be otherwise.</source>
        <translation>运行设置了什么、为什么，否则会怎样。</translation>
    </message>
    <message>
        <source>Fla&amp;gs</source>
        <translation>标志(&amp;G)</translation>
    </message>
    <message>
        <source>Framework &amp;options</source>
        <translation>框架选项(&amp;O)</translation>
    </message>
    <message>
        <source>Search names and explanations</source>
        <translation>搜索名称和说明</translation>
    </message>
    <message>
        <source>Search flags</source>
        <translation>搜索标志</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>显示(&amp;H)</translation>
    </message>
    <message>
        <source>What concerns this plan</source>
        <translation>与此方案有关的</translation>
    </message>
    <message>
        <source>What is written</source>
        <translation>会写出的</translation>
    </message>
    <message>
        <source>Set by you</source>
        <translation>由您设置</translation>
    </message>
    <message>
        <source>Everything known</source>
        <translation>全部已知的</translation>
    </message>
    <message>
        <source>Which flags to show</source>
        <translation>显示哪些标志</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>Select a flag to read about it.</source>
        <translation>选择一个标志查看说明。</translation>
    </message>
    <message>
        <source>Framework and releases</source>
        <translation>框架与版本</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message numerus="yes">
        <source>%n written</source>
        <translation>
            <numerusform>写出 %n 个</numerusform>
        </translation>
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
        <source>Leave alone</source>
        <translation>不必动</translation>
    </message>
    <message>
        <source>Worth a trial</source>
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
        <source>Nobody knows this name; it will be left out.</source>
        <translation>没有这个名称；它不会被写出。</translation>
    </message>
    <message>
        <source>About the selected flag</source>
        <translation>关于所选标志</translation>
    </message>
</context>
<context>
    <name>headroom::HardwarePage</name>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>The chips that run it, and how they hang together.</source>
        <translation>运行它的芯片，以及它们如何相连。</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Site: leave empty to take the profile's values</source>
        <translation>现场：留空则取配置文件的值</translation>
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
        <source>Devices in all</source>
        <translation>设备总数</translation>
    </message>
    <message>
        <source>Usable memory</source>
        <translation>可用内存</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
    <message>
        <source>Peak bf16, dense</source>
        <translation>bf16 峰值（稠密）</translation>
    </message>
    <message>
        <source>Peak fp8, dense</source>
        <translation>fp8 峰值（稠密）</translation>
    </message>
    <message>
        <source>Scale-up link, one way</source>
        <translation>纵向互连，单向</translation>
    </message>
    <message>
        <source>Network per device</source>
        <translation>每设备网络</translation>
    </message>
    <message>
        <source>Link type</source>
        <translation>互连类型</translation>
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
        <source>Price per device-hour</source>
        <translation>每设备小时价格</translation>
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
        <translation>杠杆</translation>
    </message>
    <message>
        <source>What can be turned, and what each turn brings for this plan. Return or a double click takes it.</source>
        <translation>可以调什么，每一调对此方案有何作用。回车或双击即采用。</translation>
    </message>
    <message>
        <source>&amp;Methods</source>
        <translation>方法(&amp;M)</translation>
    </message>
    <message>
        <source>The methods of the tune-up chapter with the chapter's verdict, and sign and size for this plan.</source>
        <translation>调优一章的方法、该章的结论，以及对此方案的正负与大小。</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Chapter: speed</source>
        <translation>该章：速度</translation>
    </message>
    <message>
        <source>Chapter: memory</source>
        <translation>该章：内存</translation>
    </message>
    <message>
        <source>Tried here</source>
        <translation>此处尝试</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时</translation>
    </message>
    <message>
        <source>&amp;Sensitivity</source>
        <translation>敏感度(&amp;S)</translation>
    </message>
    <message>
        <source>The next step of every knob, the strongest effect on the step time first.</source>
        <translation>每个参数的下一步，按对步时的影响从大到小排列。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>&amp;Remat ladder</source>
        <translation>重计算阶梯(&amp;R)</translation>
    </message>
    <message>
        <source>Every policy of the framework, from the fastest step to the smallest memory.</source>
        <translation>框架的每种策略，从最快的步到最小的内存。</translation>
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
        <source>Re&amp;mat by tensor</source>
        <translation>按张量重计算(&amp;M)</translation>
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
        <source>Four plans are pinned already; remove one on the Compare page.</source>
        <translation>已固定四个方案；请在“比较”页移除一个。</translation>
    </message>
    <message>
        <source>Only a plan with a result can be pinned.</source>
        <translation>只有有结果的方案才能固定。</translation>
    </message>
    <message>
        <source>Pinned. Changes are now measured against the first pin.</source>
        <translation>已固定。现在的变化以第一个固定方案为基准。</translation>
    </message>
    <message>
        <source>Recover unsaved work</source>
        <translation>恢复未保存的工作</translation>
    </message>
    <message>
        <source>Headroom did not end properly and the plan “%1” was not saved. Open it again?</source>
        <translation>Headroom 未正常退出，方案“%1”没有保存。要重新打开吗？</translation>
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
        <translation>杠杆</translation>
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
        <source>Knob</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>标志</translation>
    </message>
</context>
<context>
    <name>headroom::MeasuredCard</name>
    <message>
        <source>Measured step time</source>
        <translation>实测步时</translation>
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
        <source>What a step really took; leave empty when nothing was measured.</source>
        <translation>一步实际用时；没有测量则留空。</translation>
    </message>
    <message>
        <source>Rates in every convention</source>
        <translation>各种口径的速率</translation>
    </message>
    <message>
        <source>Enter what a real step took; rates, utilisation and the distance from the prediction follow.</source>
        <translation>输入一步的实际用时；随即给出速率、利用率以及与预测的差距。</translation>
    </message>
    <message>
        <source>This is no number of seconds above 0.</source>
        <translation>这不是大于 0 的秒数。</translation>
    </message>
    <message>
        <source>%1 MFU, %2 HFU, %3 tokens/s per device; the step took %4 of the prediction.</source>
        <translation>%1 MFU，%2 HFU，每设备 %3 token/s；实测步时为预测的 %4。</translation>
    </message>
    <message>
        <source>The hardware reaches half of its peak.</source>
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
        <source>The shape stands in the plan file itself.</source>
        <translation>形状写在方案文件里。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Active per token</source>
        <translation>每 token 激活</translation>
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
</context>
<context>
    <name>headroom::PageListModel</name>
    <message>
        <source>%1, has a problem</source>
        <translation>%1，有问题</translation>
    </message>
</context>
<context>
    <name>headroom::ParallelismPage</name>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>How the work is spread over the devices; the degrees multiply to the device count.</source>
        <translation>工作如何分布到设备上；各并行度之积等于设备数。</translation>
    </message>
    <message>
        <source>Degrees</source>
        <translation>并行度</translation>
    </message>
    <message>
        <source>What follows</source>
        <translation>由此得出</translation>
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
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Data-parallel ranks</source>
        <translation>数据并行秩</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>累积</translation>
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
        <source>Change %1</source>
        <extracomment>Name of a step in the undo list; %1 is the label of a field.</extracomment>
        <translation>修改 %1</translation>
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
</context>
<context>
    <name>headroom::Report</name>
    <message>
        <source>Nothing to remark on this plan.</source>
        <translation>此方案没有需要说明之处。</translation>
    </message>
    <message>
        <source>This plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>Memory and time</source>
        <translation>内存与时间</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
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
</context>
<context>
    <name>headroom::ResultPage</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Where memory and time go, and how they change with the batch.</source>
        <translation>内存和时间用在哪里，以及如何随批次变化。</translation>
    </message>
    <message>
        <source>What follows</source>
        <translation>由此得出</translation>
    </message>
    <message>
        <source>Throughput and MFU over the batch</source>
        <translation>吞吐与 MFU 随批次的变化</translation>
    </message>
    <message>
        <source>&amp;Vary</source>
        <translation>变化量(&amp;V)</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
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
        <source>This plan</source>
        <translation>当前方案</translation>
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
        <source>tokens/s per device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>Tokens/s per device</source>
        <translation>每设备 token/s</translation>
    </message>
    <message>
        <source>The fastest value that fits is %1, with %2 MFU.</source>
        <translation>放得下的最快取值是 %1，MFU 为 %2。</translation>
    </message>
    <message>
        <source>No value of this knob fits in memory.</source>
        <translation>这个参数没有放得下的取值。</translation>
    </message>
    <message>
        <source>Outside the pool</source>
        <translation>内存池之外</translation>
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
</context>
<context>
    <name>headroom::ResultPanel</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备内存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时</translation>
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
        <source>No result yet: the plan has problems.</source>
        <translation>尚无结果：方案有问题。</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Changes are measured against the pinned plan “%1”.</source>
        <translation>变化以固定方案“%1”为基准。</translation>
    </message>
    <message>
        <source>The input needs mending; below is the last good result.</source>
        <translation>输入需要修正；下面是上一次的有效结果。</translation>
    </message>
    <message>
        <source>The input needs mending.</source>
        <translation>输入需要修正。</translation>
    </message>
    <message>
        <source>of %1 in the pool</source>
        <extracomment>Memory needed of the memory the allocator may use.</extracomment>
        <translation>内存池 %1</translation>
    </message>
    <message>
        <source>80 %: %1–%2</source>
        <extracomment>The interval that holds the true value with 80 % probability.</extracomment>
        <translation>80 %：%1–%2</translation>
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
        <translation>各项每设备内存</translation>
    </message>
    <message>
        <source>Step time by term</source>
        <translation>各项步时</translation>
    </message>
    <message>
        <source>HFU %1</source>
        <translation>HFU %1</translation>
    </message>
</context>
<context>
    <name>headroom::RooflineChart</name>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
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
        <translation>工作</translation>
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
        <source>The ridge lies at %1 FLOP per byte. Most time goes into %2, at %3 FLOP per byte.</source>
        <translation>拐点在每字节 %1 FLOP。用时最多的是%2，强度为每字节 %3 FLOP。</translation>
    </message>
    <message>
        <source>There is no work to show yet.</source>
        <translation>还没有可显示的内容。</translation>
    </message>
    <message>
        <source>roof of device memory</source>
        <translation>设备内存的上限</translation>
    </message>
    <message>
        <source>roof of the scale-up link</source>
        <translation>纵向互连的上限</translation>
    </message>
    <message>
        <source>%1
%2 FLOP per byte, %3
%4 of a step</source>
        <translation>%1
每字节 %2 FLOP，%3
每步 %4</translation>
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
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
measured %2, predicted %3</source>
        <translation>%1
实测 %2，预测 %3</translation>
    </message>
</context>
<context>
    <name>headroom::StartPage</name>
    <message>
        <source>Plan a training run</source>
        <translation>规划一次训练</translation>
    </message>
    <message>
        <source>Start from an example, open a plan, or walk through the steps on the left; the result on the right follows every edit.</source>
        <translation>从示例开始、打开一个方案，或沿左侧步骤走一遍；右侧结果随每次修改更新。</translation>
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
        <translation>您打开或保存的方案会出现在这里。</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Profile files that are skipped</source>
        <translation>被跳过的配置文件</translation>
    </message>
</context>
<context>
    <name>headroom::StepRail</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
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
        <translation>每设备内存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时</translation>
    </message>
    <message>
        <source>GiB (2^30 bytes) per device</source>
        <translation>每设备 GiB（2^30 字节）</translation>
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
</context>
<context>
    <name>headroom::ValidationPage</name>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Predictions beside measured runs: how much to trust the numbers.</source>
        <translation>预测与实测运行并列：这些数字有多可信。</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备内存</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Use a file of &amp;own measurements…</source>
        <translation>使用自己的测量文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Predicting the runs of %1…</source>
        <translation>正在预测 %1 中的运行…</translation>
    </message>
    <message numerus="yes">
        <source>%n runs read; %1 could not be predicted.</source>
        <translation>
            <numerusform>读入 %n 次运行；其中 %1 次无法预测。</numerusform>
        </translation>
    </message>
    <message>
        <source>Step time: median error</source>
        <translation>步时：误差中位数</translation>
    </message>
    <message>
        <source>90 % are within</source>
        <translation>90 % 在此以内</translation>
    </message>
    <message>
        <source>Inside the 80 % interval</source>
        <translation>落在 80 % 区间内</translation>
    </message>
    <message>
        <source>Pairs ordered right</source>
        <translation>排序正确的对</translation>
    </message>
    <message>
        <source>Memory: median error</source>
        <translation>内存：误差中位数</translation>
    </message>
    <message>
        <source>Error of a constant utilisation</source>
        <translation>恒定利用率的误差</translation>
    </message>
    <message>
        <source>Half of the predictions are within %1 of the measured step time.</source>
        <translation>一半的预测与实测步时相差在 %1 以内。</translation>
    </message>
    <message>
        <source>Half of the predictions are within %1 of the measured memory.</source>
        <translation>一半的预测与实测内存相差在 %1 以内。</translation>
    </message>
</context>
<context>
    <name>headroom::VerdictText</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>The plan needs %1 of the %2 pool and fits. Largest: %3.</source>
        <translation>方案需要 %1，内存池为 %2，放得下。最大的是：%3。</translation>
    </message>
    <message>
        <source>The plan needs %1 of the %2 pool and does not fit. Largest: %3.</source>
        <translation>方案需要 %1，内存池为 %2，放不下。最大的是：%3。</translation>
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
        <source>Open &amp;recent</source>
        <translation>打开最近(&amp;R)</translation>
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
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>&amp;Pin this plan for comparison</source>
        <translation>固定此方案以便比较(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Find a step, knob, flag or term…</source>
        <translation>查找步骤、参数、标志或术语(&amp;F)…</translation>
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
        <source>About Headroom</source>
        <translation>关于 Headroom</translation>
    </message>
    <message>
        <source>Headroom %1 plans training runs of large language models: memory, step time, flags and launch files. Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Headroom %1 规划大语言模型的训练：内存、步时、标志和启动文件。自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。</translation>
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
        <extracomment>A problem and what to do about it, as two sentences.</extracomment>
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
</context>
<context>
    <name>headroom::WorkloadPage</name>
    <message>
        <source>Workload</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Sequences, batch, number formats and the optimizer.</source>
        <translation>序列、批次、数值格式和优化器。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Precision and optimizer</source>
        <translation>精度与优化器</translation>
    </message>
    <message>
        <source>Own measurements</source>
        <translation>自己的测量</translation>
    </message>
    <message>
        <source>What follows</source>
        <translation>由此得出</translation>
    </message>
    <message>
        <source>Tokens per device and step</source>
        <translation>每设备每步 token 数</translation>
    </message>
    <message>
        <source>Micro-batches per step</source>
        <translation>每步微批次数</translation>
    </message>
    <message>
        <source>Critical tokens per device</source>
        <translation>每设备临界 token 数</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Plans training runs of large language models.</source>
        <translation>规划大语言模型的训练。</translation>
    </message>
    <message>
        <source>A plan file to open.</source>
        <translation>要打开的方案文件。</translation>
    </message>
</context>
<context>
    <name>model/errors</name>
    <message>
        <source>"{0}" is no jaxlib version</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>"{0}" is no setting</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>"{0}" lives nowhere in the product</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>"{0}" names no sweep</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>MaxText runs {0} micro-batches on {1} stages</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>MaxText's {0} recipe does not work with gradient accumulation ({1})</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Ulysses needs {0} heads to be a multiple of context · tensor = {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>ZeRO stage {0} cannot be used with a pipeline in {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>a global batch of {0} sequences is not a whole number of micro-batches of {1} on {2} data-parallel ranks</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>a micro-batch of {0} sequences is a fraction</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>accelerator {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>activation tensor {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>add ffn</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>add it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>add it under plans; every lesson has the plan start</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>add them</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>attention is {0} but {1} heads and {2} kv_heads make it {3}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>attention {0} does not run on {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>cannot be read ({0})</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>cannot be written ({0})</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>change a degree or the number of nodes so that both agree</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>change the global batch or the micro-batch</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>check kind and id</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>check the id</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>check the path and its permissions</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>check the sizes</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>choose a folder that you may write to and that has room; nothing was changed</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>choose a {2} that divides {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>choose another target, or change the plan</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>choose degrees whose product divides {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>config_json stands beside other model keys or is no text</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>correct it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>correct moe_layers, first_dense_layers or layer_interval</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>correct one of them</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>correct the file</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>correct the line; indentation counts</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>correct the shape, or remove the number</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>describes a model of more than 1e17 parameters</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>did you mean {1}?</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>example plan {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>exists and was not written by Headroom, or was changed since</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>expert is {0} but {1} has no experts</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>expert · expert_tensor = {0} does not divide the {1} ranks that hold the experts</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>expression "{0}" cannot be computed: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>expression "{0}" {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>flag set {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>flatten it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>give a folder, or a name that does not exist yet</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>give both the same name</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>give checks, hints, answer, near_miss</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>give either config_json or the shape</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>give exactly one of example, from and plan</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>give one number of layers for each stage</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>give the right file, or a smaller one</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>has a key that is not a text</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>has the tag {0}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>holds control character {0}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>holds the id {0} but is called {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>interleaving needs the {0} micro-batches to be a multiple of the {1} stages</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is a directory</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is larger than {0} MiB</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is missing from the data folder</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is nested deeper than {0} levels</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is no folder</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is not UTF-8 text</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is not a mapping of keys to values</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is not valid JSON ({0})</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>is not valid YAML ({0})</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>it must be from {2} to {3}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>keep one document per file</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>keep one of them</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>key {0} is missing</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>key {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>key {0} stands twice</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>list it under documents</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>make both numbers multiply to the degree</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>make ici times dcn equal to the degree</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>make the micro-batches a multiple of the stages</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>make the product of the topology equal to devices_per_node</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>make them add up</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>make them agree</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>mesh axis {0} has degree {1} but parallelism says {2}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>model {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>model_type {0} is not supported</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>moe_layers is {0} but the other keys give {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>move factors between ici and dcn until both agree</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>name a file inside it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>name a target under in</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>no measurements can be read: {0}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>only MaxText takes fractions, and only when tensor, context or expert axes share a sequence</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>parameters.{0} is {1} but the shape has {2}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>pipeline_chunks is {0} without a pipeline</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>plan {0} is not defined before it is used</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>plan {0} starts from no plan, or from several</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>precision recipe {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>raise the micro-batch until nothing is accumulated, or use another recipe</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>recipe {0} is not one of {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>recipe {0} needs {1} ({2}) to be a multiple of 16</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>recipe {0} needs {1} rates, which {2} does not have</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>reinstall Headroom, or correct HEADROOM_DATA</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>remat policy {0} does not exist in {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>remat policy {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>remat.tensors is given but the policy is {0}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>remove it or check the spelling</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>remove it; is this a binary file?</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>remove the tag; plain values are enough here</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>save the file as UTF-8; a binary file cannot be read</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>schema_version is {0}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>sequence_parallel is on without tensor parallelism</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>set expert to 1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>set pipeline above 1 or pipeline_chunks to 1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>set remat.policy to custom, or remove the tensors</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>set tensor above 1 or sequence_parallel to false</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>stage_layers add up to {0} but the model has {1} layers</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>stage_layers has {0} entries for {1} stages</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>starts a second document</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>take one that `headroom-cli profiles hardware` lists, or add a file for it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>take one that `headroom-cli profiles models` lists, or add a file for it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>take one that `headroom-cli profiles` lists</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>target {0} cannot take this plan: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>target {0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>task {0} is not complete</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>template "{0}" {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>tensor {1} is neither a divisor nor a multiple of the {0} key-value heads</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>the degrees multiply to {0} ({1}) but the cluster has {2} devices ({3} × {4})</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>the first line of the file names the columns; see profiles/measurements/README.md</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>the ici degrees multiply to {0} but a node or slice has {1} devices</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>the lesson lacks screens or has fewer than three tasks</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>the mesh has {0} devices inside where a domain has {1}, and {2} across where there are {3}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>the mesh splits axis {0} into {1} inside and {2} across, which is not its degree {3}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>the sweep {0} has no case for this plan</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>there is no {0} {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>this program reads version 1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>topology {0} has {1} chips but the slice has {2}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>translate each of them</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use --force to replace it, or another folder</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use a multiple of {3} sequences, or another micro-batch</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use a smaller context degree, or the ring</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use a tensor degree that divides {0}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use a tensor degree that divides {0} or is a multiple of it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use another precision.compute</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use attention: unfused</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use fewer stages or chunks</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use names of `estimate --format json`, plan.PATH, or plans of the lesson</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use one of: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use one of: {2}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use recipe: none</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use recipe: none, or a chip with such a rate</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use search:N, flags, NAME=v1,v2,… or one of: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>use stage {2}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>uses an alias or merge key</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write 2 or 3 numbers with x between</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write KEY: VALUE lines</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write PATH=VALUE, for example parallelism.tensor=8</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write [a, b, …]</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write a plain key</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write a plain number without unit</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write a release such as 0.6.2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write a single value</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write a whole number</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write the shape into the plan instead</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write the shape into the plan instead; supported are {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write the value out</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write true or false</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write {2} numbers with x between</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>write {{ EXPRESSION | FORMAT }}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} ({1}) is not a multiple of {2} ({3})</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} cannot be {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} does not run on {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} has a value that a shape cannot express: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} has {1} texts where the lesson has {2}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} heads are not a multiple of {1} kv_heads</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is neither true nor false: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is no mesh axis</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is no tensor that a policy can name</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is no topology</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is no topology of {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is no word of the glossary</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is not a list</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is not a number: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is not a plain value</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is not a whole number: {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is not among the documents</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is not known</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is not part of the lesson</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is {1}, which contradicts {2} {3}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} key-value heads cannot be split over tensor {1} in Megatron</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} layers have no experts, and ffn is missing</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} pipeline chunks cannot be filled by {1} layers</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} takes head sizes up to {1} and this model has {2}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{1}</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{1} has no {0} rate</source>
        <translation type="unfinished" />
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
        <source>Attention kernel</source>
        <translation>注意力内核</translation>
    </message>
    <message>
        <source>CSV file of own measurements that correct the estimate.</source>
        <translation>用来校正估计的自测 CSV 文件。</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
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
        <source>Devices that share one expert's matrices.</source>
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
        <translation>下一次前向开始时聚集更新后的权重。</translation>
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
        <source>Keeps optimizer state in host memory and updates it there.</source>
        <translation>把优化器状态放在主机内存并在那里更新。</translation>
    </message>
    <message>
        <source>Largest over mean expert load; 0 takes the usual value.</source>
        <translation>最大与平均专家负载之比；0 取通常值。</translation>
    </message>
    <message>
        <source>Layers of each stage when they are uneven; empty: as even as the layers allow.</source>
        <translation>各阶段不均匀时的层数；留空则尽量均匀。</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>Limit that the operator set for one device; overrides the profile's TDP.</source>
        <translation>运营方为单个设备设定的上限；覆盖配置文件的 TDP。</translation>
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
        <translation>一台机器可供卸载使用的内存；覆盖配置文件的值。</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
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
        <source>Overlap gradient reduction</source>
        <translation>重叠梯度归约</translation>
    </message>
    <message>
        <source>Overlap of tensor-parallel collectives with the matrix multiplications beside them.</source>
        <translation>张量并行通信与相邻矩阵乘法的重叠。</translation>
    </message>
    <message>
        <source>Overlap parameter gather</source>
        <translation>重叠参数聚集</translation>
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
        <source>Rate of the network out of a node, divided by its devices; overrides the profile.</source>
        <translation>节点对外网络速率除以设备数；覆盖配置文件的值。</translation>
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
        <source>Remat policy</source>
        <translation>重计算策略</translation>
    </message>
    <message>
        <source>Replicas of the model that see different sequences.</source>
        <translation>处理不同序列的模型副本数。</translation>
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
        <translation>一个数据并行秩一次计算的序列数；MaxText 可取小数。</translation>
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
        <source>The chip that every device is.</source>
        <translation>每个设备所用的芯片。</translation>
    </message>
    <message>
        <source>The kernel of the attention core.</source>
        <translation>注意力核心所用的内核。</translation>
    </message>
    <message>
        <source>The transformer to train: a profile, a Hugging Face configuration, or its shape.</source>
        <translation>要训练的 Transformer：配置文件、Hugging Face 配置或其形状。</translation>
    </message>
    <message>
        <source>Token slots per expert relative to an even share; 0 drops no token.</source>
        <translation>每个专家的 token 槽位相对均分的倍数；0 表示不丢弃。</translation>
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
        <source>What FSDP shards: 1 optimizer state, 2 also gradients, 3 also weights; 0 nothing.</source>
        <translation>FSDP 分片的内容：1 优化器状态，2 再加梯度，3 再加权重；0 不分片。</translation>
    </message>
    <message>
        <source>What one device costs for one hour; overrides the profile.</source>
        <translation>一个设备一小时的费用；覆盖配置文件的值。</translation>
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
        <source>Whether logits stay in memory several times (eager) or once (fused).</source>
        <translation>logits 在内存中存多份（eager）还是一份（fused）。</translation>
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
        <source>sequences</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>torchtitan</source>
        <translation>torchtitan</translation>
    </message>
</context>
<context>
    <name>model/findings</name>
    <message>
        <source>A capacity factor of {0} bounds each expert's rows; tokens beyond it are dropped.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>CUDA_DEVICE_MAX_CONNECTIONS=1 slows {0} down.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Check the flags against the release's own XLA_FLAGS=--help.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>In this order: more tokens per device, fewer shards (replicate outside the node), tensor parallelism inside the domain, pipeline stages across nodes, a faster link.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>It may not compile; stay at or below {3} KiB to be safe.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Keep the tensor degree inside the domain and use pipeline stages or more shards instead.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Leave some room: a smaller micro-batch, or a policy that keeps less.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>NCCL_PROTO names LL128 on {0} hosts, where it forces a protocol that NCCL may have left off for safety.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Offload fewer tensors or recompute them.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Offloaded tensors need {0} of host memory per node where {1} are installed.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Raise it to the layer's bytes.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Raise the global batch, lower the micro-batch, or use more chunks per stage.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Recompute more activations, use a smaller micro-batch, or shard the state over more devices.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Remove it and let NCCL choose.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Remove it on Blackwell.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Remove it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Scan the layers, or check the memory report of the first compilation.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Scan the layers, or remove it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Sequence parallelism has no effect at tensor degree 1.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Stay at or below {3} KiB.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Switch it off.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Tensor parallelism over {0} devices leaves the fast domain of {1} devices.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The collective matmul threshold is set without tensor parallelism and has no effect.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The latency hiding scheduler runs over {0} unscanned layers: temporaries may grow by several times (290 GB instead of 65 GB were reported for an 8B model).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The pipeline has {0} micro-batches where {1} would keep it busy; {2} of the step is bubble.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The plan needs {0} per device where {1} are available: {2} too much.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The {0} is {1}, not a multiple of {2}; matrix kernels pad it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The {0} traffic takes {1} and can hide behind {2} of computation at most.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Use 4096 KiB or more.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Use dropless routing when quality matters more than even load.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Use jaxlib 0.4.7 or later.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>jaxlib {0} has no data of its own; {1}, the nearest older release, answers.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>jaxlib {0} is newer than what is known about flags; answers are those of {1} and uncertain.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>jaxlib {0} is older than what is known about flags; answers are those of {1} and uncertain.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} KiB of scoped vector memory are below the 4096 KiB of XLA's guide.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} KiB of scoped vector memory are more than {1} has ({2} KiB).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} KiB of scoped vector memory lie between the limits that sources give for {1} ({3} and {2} KiB).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} acts on transfers between neighbours, and the plan has none.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} has no effect on {1}, a GPU.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} has no effect on {1}, a TPU.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} needs SparseCores, and {1} has none.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} of the pool of {1} is in use at the peak; runs this full often slow down or fail.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} works on the layer loop, and the layers are not scanned.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0}={1} is far below the {2} bytes of one layer, which then travels in several calls.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{3} would fill the tiles.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>model/flags</name>
    <message>
        <source>A ready collective should start before queued compute kernels; on by default since 0.4.16.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Accepted without effect since 0.5.1; call cuDNN attention explicitly instead.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Activations are kept in host memory; MaxText's offload set lets many copies run behind computation.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Activations are kept in host memory; the default limit of 64 GiB per process is below the {0} GiB that the host has for each device.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Base flag of SparseCore offload on {0}.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Between {2} replicas, half a layer's backward pass can move about {0}: large enough for the link, small enough to start early. Then try powers of two from 16 MiB up to all gradients ({1}).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>CUDA graphs are on by default in production; empty the list only while profiling for a cost file, so that each operation is timed alone.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Check the spelling, or remove it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Chunks of a collective matmul should alternate on two streams; on by default since 0.5.0.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Collective matmul is the compiler's own choice; a huge value switches it off when it costs too much memory.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Collectives inside the NVSwitch domain could read XLA's buffers without a copy; it needs room outside the pool, so lower the memory fraction and measure.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Collectives must run on a stream of their own before anything can hide them; from 0.4.24 they do by default, and from 0.4.27 the flag is gone and xla_gpu_disable_async_collectives lists exceptions.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Cut into {0} chunks, products would have {3} rows each, too few to fill the chip. Outputs are {1} (attention input) and {2} (MLP input).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>False was always the default and is the only behaviour since 0.6.0.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Gradients are summed between {0} slices over the data-centre network; these two flags move that behind the backward pass.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Gradients of one layer are {1} at {3} bytes each; {2} is the next power of two, so they leave in one call.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Gradients of one layer are {1}, but only {4} are free beside the state; {2} keeps the merged buffer within a quarter of that.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Gradients of {0} replicas are summed during the next layer's backward pass instead of before it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Growing segments in place cures most fragmentation of PyTorch's pool.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>JAX adds it with true on Cloud TPU machines since 0.4.24.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>JAX can measure each operation and schedule with the real times; worth a trial once the other flags are settled. It excludes every other profiler.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Keeps XLA from recomputing beyond the plan's own policy: the step time is then what the policy says, and a program that is too large fails at once instead of running slowly.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Leave it at the release's default: splitting is what lets communicators share memory, although one guide advises false.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Lets Triton compete for every product; the default since 0.5.1.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Makes offloaded collectives visible in profiles.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>MaxText recommends continuation fusion for v5p and v6e and SparseCore offload for TPU7x; for {0} it names neither.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>MaxText's cudnn_flash_te attention runs through Transformer Engine, which reads this switch.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Megatron's sharded data parallelism refuses the value 1.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Megatron's tensor and sequence parallelism on {0} relies on kernels starting in program order.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>NCCL uses reductions in the NVSwitch by itself where driver and chip ({0}) offer them.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Neither FSDP nor replicas: no collectives to fuse or offload.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>No recipe names a value for {2}; start from the default of 16384 KiB.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Of {1} usable, about {2} must stay free for the CUDA context, libraries and NCCL; a pool of {0} leaves {3}. The default of 75 % would waste memory.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>On a single host naming LL128 may speed small messages; measure an all-reduce before keeping it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>On {0} a single hardware queue makes a collective start before the product that hides it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>On {0} collectives hide by running inside computation kernels (continuation fusion); the set is written out whole because the compiler's defaults are not published by version.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>On {0} leave it unset: 1 was measured slower there.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>On {0} the SparseCore drives the collective while the TensorCore computes; on by default there according to MaxText, written out to be sure.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>One device has no communication to hide.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>One layer has {0} weights, {1} on the wire at {3} bytes each; {2} is the next power of two, so a layer travels in one call. Any value other than the default also switches off XLA's own treatment of pipelined collectives (since 0.4.35).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>One layer has {0} weights, {1} on the wire, but only {4} are free beside the state; {2} keeps the merged buffer within a quarter of that.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>One process per GPU, {0} on each node, is the recommended rule of thumb; jax.distributed.initialize() finds them by itself under SLURM.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Products beside tensor-parallel collectives put out {1} (attention input) and {2} (MLP input); at 0 MiB all of them are cut into {0} chunks of {3} rows that overlap the transfer. The default of 100000 MiB cuts none.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Remove it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Removed in 0.7.2; for in-place slices see xla_gpu_enable_dynamic_slice_fusion.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Row-sharded and column-sharded weights of a layer should share one NCCL group call; otherwise a layer costs at least two. The default since 0.4.35 (gathers) and 0.4.36 (reductions).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Tensor parallelism over {0} devices leaves the fast domain of {4}; chunks over the network would be slower than one gather.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The JAX tips warn of bugs with this master switch, and it overrides the three separate ones; use those. It was removed in 0.6.0.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The default of 95 suits a plan that fits; one guide tunes it, the other recommends to leave it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The gradients of one layer ({0}) are reduced during the next one, at the price of one more layer of gradients; on by default since 0.4.35.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The layers are not scanned, so there is no loop whose iterations could overlap.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The next layer's weights ({0}) are gathered during the current layer, at the price of keeping one more gathered layer.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The plan fills {0} of the pool. At 95 the scheduler prefers overlap almost up to the limit; 90 makes it save memory earlier. Try it only if the run does not fit.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The plan spans {0} hosts, where the JAX tips see no use for it; NCCL chooses by message size.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The recommended −2 is the built-in value: writing it changes nothing.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The same collective cannot also be fused on the TensorCore.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The scheduler should know which operations share the communication stream; on by default since 0.4.16 and built in since 0.4.38.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>There are no replicas, so only small sums (norms, loss) are reduced.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>This chip ({0}) or its links have no reductions in the switch.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Transfers between the {0} stages are split into send and receive with computation in between. 1024 bytes leaves out only the tiny ones; 0 would mean all, and the default means none.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Transfers between the {0} stages can run beside the computation of the next micro-batch.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Transfers between {0} stages should be able to overlap with computation.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Was in no release; xla_gpu_cudnn_gemm_fusion_level with a number is the real flag.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Weights are not sharded over FSDP, so few gathers are there to be merged.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Weights are not sharded over FSDP, so no weight gathers are there to be moved.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>With {0} scanned layers the loop can alternate between two sets of buffers: no copies of loop state, and neighbouring layers overlap; one more gathered layer ({1}) is alive.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Without effect since 0.4.32 and removed in 0.5.1; nothing replaces it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Without pipeline parallelism nothing is sent from stage to stage.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Without tensor parallelism no collective stands beside a matrix product.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Write a value that it accepts.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Write the new name.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>jaxlib {1} does not know {0}, and nothing takes its place.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>jaxlib {1} knows {0} as {2}.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>jaxlib {1} no longer knows {0}, and its value is what happens there anyway.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} KiB is what MaxText's recipes use for {3} models on {2}; its vector memory is {1} MiB. Tune by measurement.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} also has SparseCores: the offload set in place of continuation fusion is worth a measured trial, never both for one collective.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} devices exchange data in every layer. Attention: with {1} unscanned layers the scheduler may keep the gradients' inputs of all layers alive; 290 GB of temporaries instead of 65 GB were reported for an 8B model. Scan the layers, or watch the memory report of the first compilation.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} devices exchange data in every layer. On this chip and release the scheduler also starts by itself when the estimator knows every collective of the program; writing it out makes sure.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} devices exchange data in every layer; without this scheduler each exchange adds its full duration to the step.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} does not accept {2} at jaxlib {1}.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} has no bf16; fp16 products run about {1} times as fast as the plan's by peak rates and need loss scaling. In Flax: dtype=jax.numpy.float16.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} is no known flag or variable.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>{0} runs 16-bit products about {1} times as fast as the plan's by peak rates. In Flax: dtype=jax.numpy.bfloat16 on each layer; in MaxText: dtype: bfloat16.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>model/sentences</name>
    <message>
        <source>Does not fit: {0} needed, {1} GiB available; if it did, {2} % MFU ±{3}; limited by {4}.</source>
        <translation>放不下：需要 {0}，可用 {1} GiB；若放得下，MFU {2} % ±{3}；受限于{4}。</translation>
    </message>
    <message>
        <source>Fits tightly: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}.</source>
        <translation>勉强放得下：{1} GiB 中用 {0}；MFU {2} % ±{3}；受限于{4}。</translation>
    </message>
    <message>
        <source>Fits: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}.</source>
        <translation>放得下：{1} GiB 中用 {0}；MFU {2} % ±{3}；受限于{4}。</translation>
    </message>
</context>
<context>
    <name>model/targets</name>
    <message>
        <source>Arguments of Hugging Face's Trainer, with DeepSpeed or FSDP underneath.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>DeepSpeed's JSON configuration for a training script of your own.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Flags and variables for any JAX program, and a tuning script for its Pallas kernels.</source>
        <translation type="unfinished" />
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
        <source>Megatron-LM's pretrain_gpt.py with torchrun.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Profile-guided scheduling by JAX itself (AutoPGLE), the recommended way.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Profile-guided scheduling in two runs, with costs from Nsight Systems.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Profile-guided scheduling in two runs, with costs from the JAX profiler.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>torchtitan: TOML for v0.2.2 and a Python recipe for later releases.</source>
        <translation type="unfinished" />
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
        <translation>聚集的参数</translation>
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
    <name>headroom::GlossaryPopover</name>
    <message>
        <source>Quoted from</source>
        <translation>引自</translation>
    </message>
    <message>
        <source>Explains this word</source>
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
</context>
<context>
    <name>headroom::LearnPage</name>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Lessons on training performance. Their numbers are computed while you read, and their tasks are solved in the plan.</source>
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
        <source>&amp;Glossary</source>
        <translation>词汇表(&amp;G)</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Files that were left out</source>
        <translation>略过的文件</translation>
    </message>
    <message>
        <source>P&amp;resent</source>
        <translation>演示(&amp;R)</translation>
    </message>
    <message>
        <source>Opens the lesson for a projector</source>
        <translation>为投影打开课程</translation>
    </message>
    <message>
        <source>Save hand-o&amp;ut…</source>
        <translation>保存讲义(&amp;U)…</translation>
    </message>
    <message>
        <source>The lesson as a PDF to print</source>
        <translation>可打印的 PDF 课程</translation>
    </message>
    <message>
        <source>Your own plan was put aside for a lesson.</source>
        <translation>你自己的方案因上课而暂存。</translation>
    </message>
    <message>
        <source>Bring it &amp;back</source>
        <translation>取回(&amp;B)</translation>
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
        <source>Left out:</source>
        <translation>已略过：</translation>
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
        <source>Leave the lesson; your own plan comes back</source>
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
        <source>Says what is still missing (Ctrl+Return)</source>
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
        <source>Writes the answer into the plan and explains it</source>
        <translation>把答案写入方案并解释</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>The plan as the task began</source>
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
        <source>Finish gives your own plan back.</source>
        <translation>点“结束”回到你自己的方案。</translation>
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
</context>
<context>
    <name>headroom::LessonView</name>
    <message>
        <source>Lesson text</source>
        <translation>课文</translation>
    </message>
    <message>
        <source>Tab walks the words that are explained, Return opens the explanation.</source>
        <translation>Tab 键逐个经过有解释的词，回车键打开解释。</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
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
</context>
<context>
    <name>headroom::TaskBox</name>
    <message>
        <source>What the task asks for</source>
        <translation>任务的要求</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>does not hold yet</source>
        <translation>尚未成立</translation>
    </message>
    <message>
        <source>Solved. Every point holds.</source>
        <translation>完成。每一条都成立。</translation>
    </message>
    <message>
        <source>Close, but not it. %1</source>
        <translation>接近，但不对。%1</translation>
    </message>
    <message>
        <source>Not yet: %1 of %2 points hold.</source>
        <translation>还没有：%2 条中有 %1 条成立。</translation>
    </message>
</context>
</TS>
