#include "model/base/wording/headings.h"

#include <map>

namespace headroom {
namespace {

const std::map<std::string_view, std::string_view> &chineseHeadings()
{
    static const std::map<std::string_view, std::string_view> headings {
        { "Also called", "又称" },
        { "For this plan", "对此方案" },
        { "At that release", "在该版本" },
        { "Behaves as", "等同于" },
        { "Conflicts", "冲突" },
        { "Default", "默认值" },
        { "Elements per layer", "每层元素数" },
        { "Facts", "事实" },
        { "Frameworks", "框架" },
        { "How to see that it worked", "怎样看出它起了作用" },
        { "In", "位置" },
        { "In the memory estimate", "在显存估计中" },
        { "In the time estimate", "在时间估计中" },
        { "Instead", "替代" },
        { "Kept on the device", "留在设备上" },
        { "Kept on the host", "放在主机上" },
        { "Known bugs", "已知缺陷" },
        { "Lesson", "课程" },
        { "Links", "链接" },
        { "Not modelled", "未建模" },
        { "Note", "说明" },
        { "Part of", "所属标志组" },
        { "Rate of the GEMMs", "矩阵乘法速率" },
        { "Reported by release", "各版本的已知表现" },
        { "See also", "另见" },
        { "Settings", "设置" },
        { "Source", "来源" },
        { "Stands for", "全称" },
        { "Title", "名称" },
        { "Ways to run it", "运行方式" },
        { "What it costs", "代价" },
        { "What it does to the step", "对一步的影响" },
        { "What to watch", "注意" },
        { "When to use it", "何时使用" },
        { "Where documents disagree", "文档之间的分歧" },
    };
    return headings;
}

} // namespace

std::string headingIn(std::string_view language, const std::string &english)
{
    if (language != "zh")
        return english;
    const auto heading = chineseHeadings().find(english);
    return heading == chineseHeadings().end() ? english : std::string { heading->second };
}

} // namespace headroom
